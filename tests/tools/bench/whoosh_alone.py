"""Index texts with Whoosh and nothing else: TEXTS.json, a list of strings, into the empty folder INDEX."""

import json
import sys
from pathlib import Path

from whoosh.analysis import StemmingAnalyzer
from whoosh.fields import TEXT, Schema
from whoosh.index import create_in


def main(texts: Path, folder: Path) -> None:
    """Add every text as a document of one stemmed field, and commit."""
    writer = create_in(folder, Schema(text=TEXT(analyzer=StemmingAnalyzer()))).writer()
    for text in json.loads(texts.read_text(encoding="utf-8")):
        writer.add_document(text=text)
    writer.commit()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
