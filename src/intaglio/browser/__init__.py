"""Capture → Layout: Chromium without a network of its own. Importing this loads no browser library."""

from __future__ import annotations

from intaglio.browser.render_options import RenderOptions
from intaglio.browser.renderer import Renderer, Rendering
from intaglio.resources import Chain, Folder, Nothing, Resource, Resources

__all__ = ["Chain", "Folder", "Nothing", "RenderOptions", "Renderer", "Rendering", "Resource", "Resources"]
