"""Arithmetic on one thread: processes share the cores, and what comes out must not depend on how many there are.

The library that NumPy multiplies with starts a thread for each core as it is loaded, and these look for work for a
while before they sleep: on two cores that is half of the time to load it, and more on more.
"""

THREADS = "OPENBLAS_NUM_THREADS"
"""Set to 1 in a process of ours before it loads NumPy, unless somebody says otherwise."""
