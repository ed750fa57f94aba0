"""Claims with known answers, by topic: `matrices`, `scalars`, `calculus` are true, `fool_me` must never be proved.

A module is data: a list `ENTRIES` of `Entry(name, meaning, claim, expect)`. Nothing here is decided or evaluated.
"""
