"""How a page of the collection is shown without trusting it: what varies, markup of our own, harmless styles."""
