"""Deciding: the same claims put to `check` and to everything people would use instead."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from derivations.benchmarks.asking import DECIDERS, NOT_FOR_THIS, OURS, Answer, ask
from derivations.benchmarks.budget import Budget
from derivations.benchmarks.figures import ratio_of_totals
from derivations.benchmarks.machine import processors
from derivations.benchmarks.peers import PROVED, REFUTED, UNDECIDED, by_math_verify
from derivations.benchmarks.questions import FALSE, GROUPS, NOT_PROVABLE, TRUE, Known, Question, chosen, known
from derivations.running.workers import Crashed, TookTooLong, run_killably

Answers = dict[tuple[str, str], list[Answer]]
Facts = dict[Question, Known]
STARTING, ORACLE_SECONDS = 60.0, 60.0


def measure(budget: Budget) -> dict[str, Any]:
    """Who decides what, who is wrong, and how long it takes, by group of claims."""
    questions = {group: chosen(group, budget.claims, budget.mutants) for group in GROUPS}
    with ThreadPoolExecutor(processors()) as threads:
        facts = _facts([one for group in questions.values() for one in group], threads)
        asked = {group: [one for one in every if one in facts] for group, every in questions.items()}
        streams = [(decider, group) for group in GROUPS for decider in present()]
        running = {stream: threads.submit(_stream, stream[0], asked[stream[1]], budget) for stream in streams}
        answers = {stream: future.result() for stream, future in running.items()}
    return {
        "groups": {group: _group(group, asked[group], facts, answers) for group in GROUPS},
        "wrong": {decider: _wrong_names(decider, answers, facts) for decider in present()},
        "absent": [decider for decider in DECIDERS if decider not in present()],
        "processor share": _processor_share(answers),
        "limits": {"seconds a claim": budget.seconds_a_claim, "seconds a peer and group": budget.seconds_a_peer},
    }


def present() -> list[str]:
    """The deciders that are installed here."""
    return [name for name in DECIDERS if name != "Math-Verify" or by_math_verify.is_installed()]


def _facts(questions: Sequence[Question], threads: ThreadPoolExecutor) -> dict[Question, Known]:
    found = zip(questions, threads.map(_known, questions), strict=True)
    return {question: fact for question, fact in found if fact is not None}


def _known(question: Question) -> Known | None:
    try:
        return run_killably(known, (question,), ORACLE_SECONDS)
    except (TookTooLong, Crashed):
        return None


def _stream(decider: str, questions: Sequence[Question], budget: Budget) -> list[Answer]:
    """One decider's answers, until its time for the group is over."""
    answers: list[Answer] = []
    spent = 0.0
    for question in questions:
        if spent >= budget.seconds_a_peer:
            break
        answers.append(_asked(decider, question, budget.seconds_a_claim))
        spent += answers[-1].seconds
    return answers


def _asked(decider: str, question: Question, seconds: float) -> Answer:
    try:
        return run_killably(ask, (decider, question, seconds), 3 * seconds + STARTING)
    except (TookTooLong, Crashed):
        return Answer(decider, question, UNDECIDED, seconds, seconds, "killed")


def _processor_share(answers: Answers) -> dict[str, float]:
    """Processor time over time on the wall, by decider: far below 1 if the machine was busy, or a clock is wrong."""
    shares = {}
    for name in present():
        every = [one for (decider, _), found in answers.items() if decider == name for one in found]
        shares[name] = sum(one.seconds for one in every) / max(sum(one.elapsed for one in every), 1e-9)
    return shares


def _group(group: str, questions: Sequence[Question], facts: Facts, answers: Answers) -> dict[str, Any]:
    truths = [facts[question].truth for question in questions]
    ours = {answer.question: answer for answer in answers[OURS, group]}
    return {
        "claims": len(questions),
        "true": truths.count(TRUE),
        "false": truths.count(FALSE) + truths.count(NOT_PROVABLE),
        "deciders": {name: _summary(answers[name, group], ours, facts) for name in present()},
    }


def _summary(answers: Iterable[Answer], ours: dict[Question, Answer], facts: Facts) -> dict[str, Any] | None:
    """Counts and times over the claims that could be put to a decider, beside ours on the same; None if there are none.
    """
    heard = [one for one in answers if one.word != NOT_FOR_THIS and one.question in ours]
    if not heard:
        return None
    times = [one.seconds for one in heard]
    same = [ours[one.question] for one in heard]
    ratio = ratio_of_totals(times, [one.seconds for one in same])
    return {
        "claims": len(heard),
        **{word: sum(one.word == word for one in heard) for word in (PROVED, REFUTED, UNDECIDED)},
        "wrong": sum(is_wrong(one, facts[one.question]) for one in heard),
        "median": statistics.median(times),
        "total": sum(times),
        "ours": {"total": sum(one.seconds for one in same),
                 UNDECIDED: sum(one.word not in (PROVED, REFUTED) for one in same),
                 "wrong": sum(is_wrong(one, facts[one.question]) for one in same)},
        "ratio": ratio and ratio[0],
        "interval": ratio and ratio[1],
    }


def is_wrong(answer: Answer, fact: Known) -> bool:
    """Whether a decider proved what is not so, or refuted what is."""
    return (answer.word == PROVED and fact.truth in (FALSE, NOT_PROVABLE)) or (
        answer.word == REFUTED and fact.truth == TRUE)


def _wrong_names(decider: str, answers: Answers, facts: Facts) -> list[str]:
    return [f"{facts[one.question].name} ({one.word})" for group in GROUPS for one in answers[decider, group]
            if is_wrong(one, facts[one.question])]
