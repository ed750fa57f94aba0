"""The cache gives back what was put in, whole or not at all, and never costs a result."""

import json
import os
import stat
import threading
import time

import pytest

from derivations.running.cache import Cache, CacheWarning, key_of, write_whole

RECORD = {"status": "proved", "side_conditions": ["A is invertible"], "seconds": 0.25}


def entry_of(cache):
    (path,) = cache.folder.glob("??/*.json")
    return path


def test_what_was_put_is_found_again(tmp_path):
    cache, key = Cache(tmp_path), key_of("claim", 0)
    assert cache.get(key) is None
    cache.put(key, RECORD)
    assert cache.get(key) == RECORD
    assert Cache(tmp_path).get(key) == RECORD
    assert cache.get(key_of("claim", 1)) is None


def test_without_a_folder_nothing_is_kept():
    cache = Cache(None)
    cache.put("ab" * 32, RECORD)
    cache.tidy()
    assert cache.get("ab" * 32) is None


@pytest.mark.parametrize("damage", [
    lambda text: text[: len(text) // 2],
    lambda text: "",
    lambda text: "[]",
    lambda text: text.replace("proved", "refuted"),
    lambda text: json.dumps({**json.loads(text), "key": "0" * 64}),
    lambda text: "\udcff".encode("utf-8", "surrogateescape").decode("latin-1"),
])
def test_a_damaged_entry_is_ignored_with_one_warning_and_rebuilt(tmp_path, damage):
    cache, key = Cache(tmp_path), key_of("claim")
    cache.put(key, RECORD)
    path = entry_of(cache)
    path.write_text(damage(path.read_text()))
    reader = Cache(tmp_path)
    with pytest.warns(CacheWarning, match="broken cache entry") as seen:
        assert reader.get(key) is None
        assert reader.get(key) is None
    assert len(seen) == 1
    reader.put(key, RECORD)
    assert Cache(tmp_path).get(key) == RECORD


def test_a_folder_that_cannot_be_made_costs_a_warning_only(tmp_path):
    in_the_way = tmp_path / "cache"
    in_the_way.write_text("a file where the folder should be")
    cache = Cache(in_the_way)
    with pytest.warns(CacheWarning):
        cache.put(key_of("claim"), RECORD)


def test_a_write_that_fails_leaves_the_old_entry_and_no_rest(tmp_path, monkeypatch):
    path = tmp_path / "page.md"
    write_whole(path, b"old")

    def fails(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert [file.name for file in tmp_path.iterdir()] == ["page.md"]
    assert path.read_bytes() == b"old"


def test_written_files_are_readable_by_others(tmp_path):
    write_whole(tmp_path / "page.md", b"text")
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE((tmp_path / "page.md").stat().st_mode) == 0o666 & ~umask


def test_a_reader_beside_many_writers_sees_whole_entries_only(tmp_path):
    key = key_of("claim")
    records = [{"status": "proved", "method": letter * 20_000} for letter in "abc"]

    def write(record):
        for _ in range(40):
            Cache(tmp_path).put(key, record)

    writers = [threading.Thread(target=write, args=(record,)) for record in records]
    for writer in writers:
        writer.start()
    reader = Cache(tmp_path)
    seen = []
    while any(writer.is_alive() for writer in writers):
        seen.append(reader.get(key))
    assert all(record is None or record in records for record in seen)


def test_tidy_removes_what_was_left_long_ago_only(tmp_path):
    cache = Cache(tmp_path)
    (tmp_path / "unfinished").mkdir()
    old, new = tmp_path / "unfinished" / "old.part", tmp_path / "unfinished" / "new.part"
    for path in (old, new):
        path.write_text("half")
    os.utime(old, (time.time() - 7200,) * 2)
    cache.tidy()
    assert (old.exists(), new.exists()) == (False, True)
