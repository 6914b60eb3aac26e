"""A page as learning sees it: its tree, features of nodes, codes and hashes."""
