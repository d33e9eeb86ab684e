"""Fuzzes the lenient reader under coverage, where atheris is installed: any text gives readings, never another exception.

``python -m tests.record.fuzz_atheris FOLDER tests/records/valid tests/records/invalid -max_total_time=300``
writes what it finds new to FOLDER; the other arguments are libFuzzer's.
"""

import sys
from importlib import import_module
from typing import Any

from hollygin.record import Format, Record, read, read_lenient, verify_record, write


def check(data: bytes) -> None:
    for format_ in (None, *Format):
        for found in read_lenient(data, format=format_):
            assert found.faults or isinstance(found.record, Record)
            for fault in found.faults:
                assert fault.code and str(fault)
            if found.record is not None:
                text = write(found.record)
                assert write(read(text)) == text
                verify_record(found.record)


def main() -> None:
    atheris: Any = import_module("atheris")
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
