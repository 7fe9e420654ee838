#include "mineru_help.h"

namespace octavo::cli {
namespace {

constexpr std::string_view kMineru = R"(Read documents with the command line of MinerU 3.

Usage:
  octavo mineru -p IN -o OUT [options]
  octavo -p IN -o OUT [options]

  -p, --path IN          a file, or a folder
  -o, --output OUT       the folder for the results, NAME_layout.pdf among them
  -b, --backend NAME     pipeline                             as --tier basic
                         vlm-engine, vlm-auto-engine ...      as --tier vlm
                         hybrid-engine, hybrid-auto-engine .. as --tier hybrid
                         vlm-http-client, hybrid-http-client  the same with -u as --vlm-url
                         (default: hybrid when there is a model, else pipeline)
  -u, --url URL          the model server of an http-client
  -m, --method METHOD    auto (default), txt, ocr: as --ocr auto, never, always
  -l, --lang LANG        accepted; it changes nothing, one network reads English and Chinese
  -s, --start N          the first page, counted from 0 (octavo parse --pages counts from 1)
  -e, --end N            the last page, counted from 0, itself included
      --effort WHICH     medium, high: as balanced and best
  -v, --version          show the version
  -h, --help             show this

Also --json, --strict, --threads, --quiet, --verbose, --vlm-model, --vlm-key-file and
--vlm-concurrency of octavo parse. What has no meaning here is accepted, and a line says so:
-f, -t and --image-analysis (all is read always), -d, --source, --vram,
--client-side-output-generation, options of engines.

Environment: MINERU_VL_SERVER, MINERU_VL_MODEL_NAME and MINERU_VL_API_KEY for -http-client.
)";

}  // namespace

std::string_view mineru_help_text() { return kMineru; }

}  // namespace octavo::cli
