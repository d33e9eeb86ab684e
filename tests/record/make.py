"""Makes the corpus of match records in tests/records/, and the other files that tests compare with.

``python -m tests.record.make`` writes everything again; it comes out the same every time.
"""

from pathlib import Path

from tests.record.corpus import goldens, invalid, perft, valid

TESTS = Path(__file__).parents[1]


def files() -> dict[Path, bytes]:
    """Every file that is made, by its path below tests/."""
    made: dict[Path, bytes] = {}
    for folder, found in (
        ("records/valid", valid.files()),
        ("records/invalid", invalid.files()),
        ("goldens", goldens.files()),
        ("data", perft.files()),
    ):
        for name, text in found:
            made[Path(folder, name)] = text if isinstance(text, bytes) else text.encode()
    return made


def main() -> None:
    made = files()
    for folder in ("records/valid", "records/invalid", "goldens"):
        for old in (TESTS / folder).glob("*"):
            old.unlink()
    for path, data in made.items():
        (TESTS / path).parent.mkdir(parents=True, exist_ok=True)
        (TESTS / path).write_bytes(data)


if __name__ == "__main__":
    main()
