"""Segment one page of each template of a web site and read all the others at parsing speed."""
