"""`intaglio evaluate …`, a file a command."""
