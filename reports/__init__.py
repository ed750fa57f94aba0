"""Outcomes as Markdown pages that GitHub renders, and as JSON. Reads outcomes only; decides nothing."""
