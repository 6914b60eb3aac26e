"""The inspector: a server on loopback that shows a collection in a browser and takes corrections.

Page content is hostile: it reaches the browser as text, as a picture, or by our own markup in a sandboxed frame.
"""
