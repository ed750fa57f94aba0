"""Index terms: an index variable with a word of permutations applied to it.

An index term `(variable, word)` stands for the position word(variable). A word is a reduced element of the free
group on the permutation letters: the tuple (g, h) means g(h(variable)), and -g is the inverse of g.
"""

from __future__ import annotations

Word = tuple[int, ...]
Index = tuple[int, Word]


def reduced(word: Word) -> Word:
    """The word without neighbours that cancel."""
    done: list[int] = []
    for generator in word:
        if done and done[-1] == -generator:
            done.pop()
        else:
            done.append(generator)
    return tuple(done)


def inverse(word: Word) -> Word:
    return tuple(-generator for generator in reversed(word))


def act(word: Word, index: Index) -> Index:
    """The word applied to an index term."""
    return (index[0], reduced(word + index[1])) if word else index


def rename(index: Index, mapping: dict[int, Index]) -> Index:
    """The index term with its variable replaced."""
    target = mapping.get(index[0])
    return index if target is None else act(index[1], target)
