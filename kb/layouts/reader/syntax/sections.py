"""Sections of data files: lines such as `[cards.1]` and `[[cards]]`, which name what follows them."""

from kb.layouts.reader.syntax.groups import DataGroup


def in_sections(group: DataGroup) -> DataGroup:
    """Return *group* with what follows a line `[cards.1]` in a group of that name, which is in the group `cards`."""
    found = DataGroup(group.name)
    way: list[tuple[tuple[str, ...], DataGroup]] = [((), found)]
    for key, value in group.items:
        title = _title(value) if not key and isinstance(value, DataGroup) else ""
        if title:
            path = tuple(title.split("."))
            while len(way) > 1 and (path[: len(way[-1][0])] != way[-1][0] or way[-1][0] == path):
                way.pop()
            into = DataGroup(path[-1])
            way[-1][1].items.append(("", into))
            way.append((path, into))
        else:
            way[-1][1].items.append((key, value))
    return found


def _title(group: DataGroup) -> str:
    """Return the name in a line that opens a section; "" for any other line."""
    if group.bracket != "[" or group.name or len(group.items) != 1:
        return ""
    key, value = group.items[0]
    if isinstance(value, DataGroup):
        return "" if key else _title(value)
    return "" if key or value.quoted else value.text
