"""The text of a PDF that Chromium has printed: enough of the format for that, and no more."""

import re
import zlib
from collections.abc import Iterator

_OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
_STREAM = re.compile(rb"stream\n(.*)\nendstream", re.DOTALL)
_SHOWN = re.compile(rb"/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|(ET)")


class Pdf:
    """A printed document."""

    def __init__(self, data: bytes) -> None:
        self.objects = {int(number): body for number, body in _OBJECT.findall(data)}
        self.pages = [body for body in self.objects.values() if re.search(rb"/Type /Page\b(?!s)", body)]

    @property
    def text(self) -> str:
        """All that is written, a blank between the pieces."""
        return " ".join(piece for page in self.pages for piece in self._pieces(page))

    def _stream(self, number: int) -> bytes:
        found = _STREAM.search(self.objects[number])
        assert found is not None
        return zlib.decompress(found[1]) if b"/FlateDecode" in self.objects[number] else found[1]

    def _pieces(self, page: bytes) -> Iterator[str]:
        fonts = {name: self._letters(int(number)) for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", page)}
        content = re.search(rb"/Contents (\d+) 0 R", page)
        assert content is not None
        letters: dict[int, str] = {}
        piece = ""
        for font, shown, end in _SHOWN.findall(self._stream(int(content[1]))):
            if font:
                letters = fonts.get(font, {})
            elif shown:
                glyphs = (int(shown[at : at + 4], 16) for at in range(0, len(shown), 4))
                piece += "".join(letters.get(glyph, "") for glyph in glyphs)
            elif end:
                yield piece
                piece = ""

    def _letters(self, font: int) -> dict[int, str]:
        """What each glyph of a font stands for."""
        found = re.search(rb"/ToUnicode (\d+) 0 R", self.objects[font])
        if found is None:
            return {}
        letters: dict[int, str] = {}
        table = self._stream(int(found[1]))
        for block in re.findall(rb"beginbfchar\n(.*?)endbfchar", table, re.DOTALL):
            for glyph, letter in re.findall(rb"<(\w+)> <(\w+)>", block):
                letters[int(glyph, 16)] = bytes.fromhex(letter.decode()).decode("utf-16-be")
        for block in re.findall(rb"beginbfrange\n(.*?)endbfrange", table, re.DOTALL):
            for first, last, letter in re.findall(rb"<(\w+)> <(\w+)> <(\w+)>", block):
                for step in range(int(last, 16) - int(first, 16) + 1):
                    letters[int(first, 16) + step] = chr(int(letter, 16) + step)
        return letters
