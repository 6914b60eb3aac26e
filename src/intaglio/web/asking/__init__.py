"""What people can be asked: blocks at their places, kinds that may be one, the questions themselves."""
