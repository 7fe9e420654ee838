#!/usr/bin/env python3
"""Each check must catch what it is for, and nothing else."""

import tempfile
import unittest
from pathlib import Path

import check_layers
import check_rules
import check_sizes
from source_tree import code_only


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write("src/LAYERS", "# order\npublic\nbase\nimage\ndocument/page\ndocument/input networks\npipeline\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def said(self, check):
        return [f"{f.path}:{f.line} {f.text}" for f in check.check(self.root)]


class CodeOnly(unittest.TestCase):
    def test_comments_and_strings_go_lines_stay(self):
        code = code_only('a /* {\n*/ b // {\n"\\"{" \'{\' R"x({)")x" 1\'000 c')
        self.assertNotIn("{", code)
        self.assertEqual(code.count("\n"), 2)
        self.assertIn("1'000 c", code)


class Layers(Tree):
    def test_upward_include_is_found_with_its_line(self):
        self.write("src/base/a.h", '#pragma once\n#include "image/image.h"\n')
        self.assertEqual(self.said(check_layers), ["src/base/a.h:2 base may not include image (src/LAYERS)"])

    def test_downward_own_and_public_includes_are_fine(self):
        self.write("src/document/page/a.cc",
                   '#include "document/page/a.h"\n#include "base/b.h"\n#include "octavo/c.h"\n#include <vector>\n')
        self.assertEqual(self.said(check_layers), [])

    def test_folders_of_one_line_are_strangers(self):
        self.write("src/networks/a.cc", '#include "document/input/pdf/b.h"\n')
        self.assertIn("networks may not include document/input", self.said(check_layers)[0])

    def test_rails_kept_apart_are_strangers_in_both_directions(self):
        self.write("src/LAYERS", "public\nengine/model\ndocument/page\nengine/session\napart document engine\n")
        self.write("src/document/page/a.h", '#include "engine/model/m.h"\n')
        self.write("src/engine/session/b.h", '#include "document/page/a.h"\n')
        self.assertEqual([s.split(" ", 1)[1] for s in self.said(check_layers)],
                         ["document/page and engine/model are kept apart (src/LAYERS)",
                          "engine/session and document/page are kept apart (src/LAYERS)"])

    def test_a_commented_include_does_not_count(self):
        self.write("src/base/a.h", '// #include "image/image.h"\n')
        self.assertEqual(self.said(check_layers), [])

    def test_apps_see_only_the_public_headers_and_themselves(self):
        self.write("apps/cli/a.cc", '#include "octavo/parser.h"\n#include "progress.h"\n#include "base/file.h"\n')
        self.assertEqual(len(self.said(check_layers)), 1)
        self.assertIn('"base/file.h"', self.said(check_layers)[0])

    def test_the_server_sees_base_and_the_service_but_no_documents(self):
        self.write("src/LAYERS", "public\nbase\npipeline\nservice\n")
        self.write("apps/server/jobs/a.cc", '#include "server/http/b.h"\n#include "service/job.h"\n'
                   '#include "base/utf8.h"\n#include "pipeline/pipeline.h"\n#include "cli/plan.h"\n')
        self.write("apps/cli/a.cc", '#include "server/run_serve.h"\n#include "server/http/b.h"\n')
        said = self.said(check_layers)
        self.assertEqual(len(said), 3)
        for wrong in ("server/http/b.h", "pipeline/pipeline.h", "cli/plan.h"):
            self.assertTrue(any(f'not "{wrong}"' in line for line in said))

    def test_public_headers_see_only_public_headers(self):
        self.write("include/octavo/a.h", '#include "octavo/b.h"\n#include "base/file.h"\n')
        self.assertEqual(len(self.said(check_layers)), 1)

    def test_unknown_folder(self):
        self.write("src/base/a.cc", '#include "file.h"\n')
        self.assertIn("is in no layer", self.said(check_layers)[0])


def body(lines):
    return "  x();\n" * lines


class Sizes(Tree):
    def test_function_of_61_lines_is_found_60_are_fine(self):
        self.write("src/base/a.cc", "int a(int b) {\n" + body(58) + "}\nint b() {\n" + body(59) + "}\n")
        self.assertEqual(self.said(check_sizes), ["src/base/a.cc:61 61 lines; at most 60: int b()"])

    def test_members_namespaces_and_lists_are_no_functions(self):
        self.write("src/base/a.cc", "namespace a {\nclass B final : public C {\n int d[2] = {1, 2};\n" +
                   "  void e();\n" * 80 + "};\nconstexpr int k[] = {\n" + "  1,\n" * 80 + "};\n}\n")
        self.assertEqual(self.said(check_sizes), [])

    def test_constructor_with_braced_members(self):
        self.write("src/base/a.cc", "A::A(int b)\n    : b_{b}, c_(1) {\n" + body(60) + "}\n")
        self.assertEqual(len(self.said(check_sizes)), 1)

    def test_a_method_in_a_class_and_a_lambda_in_a_function(self):
        self.write("src/base/a.h", "class A {\n public:\n  int b() const {\n    auto c = [] {\n" + body(60) + "    };\n  }\n};\n")
        self.assertEqual(len(self.said(check_sizes)), 1)

    def test_braces_in_strings_do_not_count(self):
        self.write("src/base/a.cc", 'void a() { b("}"); }\nvoid c() { d("{"); }\n' + "int e;\n" * 100)
        self.assertEqual(self.said(check_sizes), [])

    def test_macros_are_not_part_of_what_follows(self):
        self.write("src/base/a.h", "#define X(a) \\\n" + "  f(a) \\\n" * 60 + "  { \nstruct A {\n  int b;\n};\n")
        self.assertEqual(self.said(check_sizes), [])

    def test_long_file_and_long_python_function(self):
        self.write("src/base/a.h", "int a;\n" * 501)
        self.write("src/base/b_table.inc", "1,\n" * 9000)
        self.write("tools/x.py", "def f():\n" + "    g()\n" * 60)
        self.assertEqual(self.said(check_sizes), ["src/base/a.h:1 501 lines; at most 500",
                                                  "tools/x.py:1 61 lines; at most 60: f"])


class Rules(Tree):
    def finds(self, name, text, words):
        self.write(name, text)
        said = self.said(check_rules)
        self.assertTrue(any(words in s for s in said), f"{words!r} not in {said}")

    def test_each_forbidden_call_is_found(self):
        for text, words in [('printf("x");', "never prints"), ("std::cerr << 1;", "never prints"),
                            ("std::exit(1);", "never ends"), ("abort();", "never ends"),
                            ('std::getenv("X")', "environment"), ("throw 1;", "no exceptions"),
                            ("using namespace std;", "using namespace"), ("assert(a);", "OCTAVO_CHECK"),
                            ("// TO" + "DO later", "issue"), ('"/ho' + 'me/me/x"', "path of one machine"),
                            ("int a; \n", "trailing")]:
            with self.subTest(text):
                self.finds("src/base/a.cc", text + "\n", words)

    def test_what_only_looks_like_it_is_fine(self):
        self.write("src/base/a.cc", '// printf("x") would be wrong\nsnprintf(b, 4, "throw");\nstatic_assert(true);\n'
                   "using namespace std::chrono_literals;\nx.exit_code();\nfoo_abort();\n")
        self.write("src/base/check.cc", "void f() { std::abort(); }\n")
        self.assertEqual(self.said(check_rules), [])

    def test_headers_start_with_pragma_once(self):
        self.finds("src/base/a.h", "// what\n#ifndef A\n", "#pragma once")
        self.write("src/base/a.h", "// what\n#pragma once\n")
        self.assertEqual(self.said(check_rules), [])

    def test_fast_math_in_flags_but_not_in_a_comment(self):
        self.finds("cmake/flags.cmake", "# no -ffast-math\nadd_compile_options(-ffast-math)\n", "-ffast-math")
        self.write("cmake/flags.cmake", "# no -ffast-math\n")
        self.assertEqual(self.said(check_rules), [])


if __name__ == "__main__":
    unittest.main()
