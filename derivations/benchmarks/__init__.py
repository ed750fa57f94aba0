"""Benchmarks: how good and how fast, against what people would use instead, measured side by side in one run.

    deciding      claims with known answers put to `check` and its peers: who decides, who is wrong, how long it takes
    scale         time against the size of a claim, and the kernel against the same flint calls written by hand
    simulations   batches of problems against a Python loop and against vmap(grad)
    whole_job     `derivations verify`, cold and warm, with one process and with several; import time and memory
    checker       how many false neighbours are refuted, by edit and by method, how soon, and how small the numbers are

Every section is a function of a `Budget` that returns plain data; `reports.benchmarks` turns it into a page.
"""
