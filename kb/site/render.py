"""Pages to HTML: the only module that knows the template engine."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError

from kb.errors import BuildError
from kb.model import Lang
from kb.site.kinds import Page
from kb.site.markup import Html, anchor, fit, moment, named
from kb.site.values import Name, Ref
from kb.site.words import Words

Renderer = Callable[[Page], bytes]


def renderer(templates: Path, words: Mapping[Lang, Words]) -> Renderer:
    """Give the function that turns a page into bytes, each template compiled once for each language.

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


def _engine(templates: Path, words: Mapping[Lang, Words], lang: Lang) -> Environment:
    engine = Environment(
        loader=FileSystemLoader(templates),
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
        link=_link,
        name=_name,
        day=moment,
        piece=_pieces(engine),
    )
    return engine


def _link(ref: Ref) -> Html:
    return anchor(ref.href, ref.text, ref.lang)


def _name(of: Name) -> Html:
    return named(of.text, of.lang)


def _pieces(engine: Environment) -> Callable[[str, str, str], Html]:
    """Give the function that renders a part which many pages share to the letter, once for each way up and place."""
    made: dict[tuple[str, str, str], Html] = {}

    def piece(template: str, up: str, here: str) -> Html:
        key = (template, up, here)
        if key not in made:
            made[key] = Html(engine.get_template(template).render(up=up, here=here))
        return made[key]

    return piece


def _reason(error: TemplateError) -> str:
    if isinstance(error, TemplateNotFound):
        return f"there is no template {error}"
    if isinstance(error, TemplateSyntaxError):
        return f"{error.name}, line {error.lineno}: {error.message}"
    return str(error.message)
