"""Pages to HTML: the only module that knows the template engine."""

import html
import re
from collections.abc import Callable, Mapping, MutableMapping
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError

from kb.errors import BuildError
from kb.model import Lang
from kb.site.base.markup import Html, anchor, fit, moment, named
from kb.site.base.words import PageWords
from kb.site.machine.structured import structured
from kb.site.pages.kinds import Page
from kb.site.pages.values import Name, Ref
from kb.site.search_index.scripts import edition

_PHRASE = re.compile(r"\{\{ t\.(\w+) \}\}")

Renderer = Callable[[Page], bytes]


def renderer(templates: Path, words: Mapping[Lang, PageWords]) -> Renderer:
    """Return the function that turns a page into bytes, each template compiled once for each language.

    A template that asks for anything its page does not state is a BuildError that names the template and the page.
    """
    engines = {lang.value: _engine(templates, words, lang) for lang in words}
    compiled: dict[tuple[str, str], Callable[..., str]] = {}

    def render(page: Page) -> bytes:
        key = (page.frame.lang, page.template)
        try:
            if key not in compiled:
                compiled[key] = engines[page.frame.lang].get_template(page.template).render
            text = compiled[key](page=page, frame=page.frame)
        except TemplateError as error:
            raise BuildError(f"{templates / page.template}: {page.frame.path}: {_reason(error)}") from error
        return fit(text).encode()

    return render


class _Phrased(FileSystemLoader):
    """Reads templates with the phrases of one language set in, so that no page has to look them up."""

    def __init__(self, templates: Path, words: PageWords) -> None:
        """Read from *templates*."""
        super().__init__(templates)
        self._phrases = {key: html.escape(p) for key, p in words.phrases.items() if isinstance(p, str) and "{" not in p}

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return the text of *template*; what is no phrase stays, and fails when it is rendered."""
        source, path, fresh = super().get_source(environment, template)
        return _PHRASE.sub(lambda asked: self._phrases.get(asked[1], asked[0]), source), path, fresh


class _Engine(Environment):
    """Gives all templates the same globals as they are: to chain them up anew for each page takes as long as a link."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template, which has none of its own here."""
        return self.globals if d is None else super().make_globals(d)


def _engine(templates: Path, words: Mapping[Lang, PageWords], lang: Lang) -> Environment:
    engine = _Engine(
        loader=_Phrased(templates, words[lang]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        cache_size=-1,
    )
    phrases = {each.value: SimpleNamespace(**words[each].phrases) for each in words}
    engine.globals.update(
        t=phrases[lang.value],
        both=phrases,
        page_lang=lang.value,
        other_lang=next(each.value for each in words if each is not lang),
        say=words[lang].say,
        count=words[lang].count,
        number=words[lang].number,
        piece=_pieces(engine),
        edition=edition(templates),
        structured=partial(structured, words[lang].say("site"), words[lang].say("site_summary")),
    )
    # The engine calls filters with less ado than functions, and these stand on pages by the dozen.
    engine.filters.update(link=_link, name=_name, day=moment, tally=_tallies(words[lang]))
    return engine


def _link(ref: Ref) -> Html:
    return anchor(ref.href, ref.text, ref.lang)


def _name(of: Name | Ref) -> Html:
    return named(of.text, of.lang)


def _tallies(words: PageWords) -> Callable[[int], Html]:
    """Return the function that shows how many rulings there are; that they are rulings is said, not shown."""

    @cache
    def tally(rulings: int) -> Html:
        number, _, noun = words.count(rulings, "n_rulings").partition(" ")
        return Html(f'{number}<span class="vh"> {noun}</span>')

    return tally


def _pieces(engine: Environment) -> Callable[..., Html]:
    """Return the function that renders a part which many pages share to the letter, once for each way up and place."""

    @cache
    def piece(template: str, up: str, here: str = "", *, rules: bool = False) -> Html:
        return Html(engine.get_template(template).render(up=up, here=here, rules=rules))

    return piece


def _reason(error: TemplateError) -> str:
    if isinstance(error, TemplateNotFound):
        return f"there is no template {error.name}"
    if isinstance(error, TemplateSyntaxError):
        return f"{error.name}, line {error.lineno}: {error.message}"
    return str(error.message)
