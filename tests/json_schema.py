"""The part of JSON Schema that docs/schemas and openapi.json use; an unknown keyword is an error, so that none is
ignored.

`problems(value, schema)` gives a list of sentences, empty when the value is as the schema says.
"""

_ANNOTATIONS = {"$schema", "$defs", "title", "description", "default", "format"}
_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def _is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, _TYPES[name])


def _properties(value, schema, root, where):
    if not isinstance(value, dict):
        return
    known = schema.get("properties", {})
    for name, item in value.items():
        if name in known:
            yield from _problems(item, known[name], root, f"{where}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{where}: unexpected key {name!r}"
        elif isinstance(schema.get("additionalProperties"), dict):
            yield from _problems(item, schema["additionalProperties"], root, f"{where}.{name}")


def _one_of(value, choices, root, where):
    tries = [list(_problems(value, choice, root, where)) for choice in choices]
    if sum(not found for found in tries) != 1:
        yield f"{where}: fits {sum(not found for found in tries)} of the choices, not one; nearest: {min(tries, key=len)[:3]}"


def _problems(value, schema, root, where):
    for key, wanted in schema.items():
        if key in _ANNOTATIONS or key in ("properties", "additionalProperties"):
            continue
        if key == "$ref":
            target = root
            for step in wanted.removeprefix("#/").split("/"):
                target = target[step]
            yield from _problems(value, target, root, where)
        elif key == "type":
            if not _is_type(value, wanted):
                yield f"{where}: {value!r:.80} is no {wanted}"
        elif key == "oneOf":
            yield from _one_of(value, wanted, root, where)
        elif key == "required":
            yield from (f"{where}: no {name!r}" for name in wanted if isinstance(value, dict) and name not in value)
        elif key == "items":
            for at, item in enumerate(value if isinstance(value, list) else []):
                yield from _problems(item, wanted, root, f"{where}[{at}]")
        else:
            yield from _simple(value, key, wanted, where)
    yield from _properties(value, schema, root, where)


def _simple(value, key, wanted, where):
    holds = {
        "const": lambda: value == wanted and type(value) is type(wanted),
        "enum": lambda: value in wanted,
        "minimum": lambda: not _is_type(value, "number") or value >= wanted,
        "maximum": lambda: not _is_type(value, "number") or value <= wanted,
        "minItems": lambda: not isinstance(value, list) or len(value) >= wanted,
        "maxItems": lambda: not isinstance(value, list) or len(value) <= wanted,
        "minLength": lambda: not isinstance(value, str) or len(value) >= wanted,
    }
    if key not in holds:
        yield f"{where}: the schema says {key!r}, which this checker does not know"
    elif not holds[key]():
        yield f"{where}: {value!r:.80} breaks {key} {wanted!r:.80}"


def problems(value, schema, root=None):
    """`root`: the document that the schema's references are about, when it is a part of one."""
    return list(_problems(value, schema, root or schema, "$"))
