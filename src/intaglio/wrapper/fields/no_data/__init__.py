"""What varies from page to page and is no data: furniture, units behind numbers, what only tells editions apart."""
