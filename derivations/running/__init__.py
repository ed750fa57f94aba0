"""Running the catalogue: tasks, killable workers, the cache, and the records of what came out."""
