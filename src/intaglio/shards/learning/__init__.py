"""Learning sites from indexes of crawls into a store that many share."""
