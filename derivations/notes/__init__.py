"""Notes in Markdown, checked: fenced `derivation` blocks are read by a small grammar of ours and decided step by step.

    read_blocks(text, file)      the blocks of a page, each with its steps; step.claim, step.line, step.because
    step.check()                 the verdict of one step
    check_notes(path)            every step of a file or folder with verdict, counterexample and hint

Nothing in a page is ever evaluated as Python; every name must be declared in its block. See README.md here.
"""

from derivations.notes.blocks import Block, NoteStep, read_blocks
from derivations.notes.errors import NotesError
from derivations.notes.marking import Mark, check_notes

__all__ = ["Block", "Mark", "NoteStep", "NotesError", "check_notes", "read_blocks"]
