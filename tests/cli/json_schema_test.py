#!/usr/bin/env python3
"""The schema checker finds what it is for."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from json_schema import problems  # noqa: E402


class JsonSchemaTest(unittest.TestCase):
    def check(self, value, schema, good):
        self.assertEqual(problems(value, schema) == [], good, problems(value, schema))

    def test_keywords(self):
        integer = {"type": "integer", "minimum": 1, "maximum": 3}
        for value, good in ((1, True), (3, True), (0, False), (4, False), (1.5, False), ("1", False), (True, False)):
            self.check(value, integer, good)
        self.check([1, 2], {"type": "array", "items": integer, "minItems": 2, "maxItems": 2}, True)
        self.check([1], {"type": "array", "items": integer, "minItems": 2}, False)
        self.check([9], {"items": integer}, False)
        self.check("b", {"enum": ["a", "b"]}, True)
        self.check("c", {"enum": ["a", "b"]}, False)
        self.check(1, {"const": True}, False)
        self.check(None, {"oneOf": [{"type": "null"}, {"type": "string"}]}, True)
        self.check(1, {"oneOf": [{"type": "integer"}, {"type": "number"}]}, False)

    def test_objects(self):
        thing = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
        self.check({"a": "x"}, thing, True)
        self.check({}, thing, False)
        self.check({"a": "x", "b": 1}, thing, False)
        self.check({"a": 1}, thing, False)
        self.check({"b": 1, "c": 2}, {"additionalProperties": {"type": "integer"}}, True)
        self.check({"b": 1, "c": "2"}, {"additionalProperties": {"type": "integer"}}, False)

    def test_references(self):
        self.check([1], {"items": {"$ref": "#/$defs/x"}, "$defs": {"x": {"type": "string"}}}, False)
        self.assertEqual(problems("x", {"$ref": "#/here"}, {"here": {"type": "string"}}), [])
        self.assertNotEqual(problems(1, {"$ref": "#/here"}, {"here": {"type": "string"}}), [])

    def test_unknown_keywords_are_not_ignored(self):
        self.check(1, {"multipleOf": 2}, False)


if __name__ == "__main__":
    unittest.main()
