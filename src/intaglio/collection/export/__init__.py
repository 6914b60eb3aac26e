"""Files written from a collection's database."""
