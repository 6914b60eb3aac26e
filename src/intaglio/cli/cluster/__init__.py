"""Commands for many sites and many machines: pack, apply, learn."""
