#include "help.h"

#include "mineru_help.h"
#include "model_help.h"
#include "serve_arguments.h"

namespace octavo::cli {
namespace {

constexpr std::string_view kOverview =
    R"(octavo reads documents: PDF and pictures in, Markdown, JSON and HTML out.
It runs on this machine, on plain processors; the network is used only by octavo models pull
and --vlm-url.

Usage:
  octavo parse IN... -o OUT    read documents
  octavo mineru -p IN -o OUT   the same, with MinerU's command line (mineru may be left out)
  octavo ask IMAGE QUESTION    ask a language model about a picture
  octavo generate              let a language model write
  octavo tokenize              turn text into tokens, or back
  octavo bench                 measure a model
  octavo quantize              write a model as one file of 8-bit matrices
  octavo serve                 answer over HTTP, with a web page
  octavo models ACTION         list, pull, verify, path, rm: models that are here or could be
  octavo info [MODEL]          show version, processors, and whether all files are there; or
                               what a model is and how it would run
  octavo help [COMMAND]        show this, or the options of a command
  octavo --version             show the version

Examples:
  octavo parse report.pdf -o out
  octavo parse scans/ -o out
  octavo parse report.pdf --pages 1-3 -o - | less
)";

constexpr std::string_view kParse = R"(Read documents into Markdown, JSON, HTML and more.

Usage:
  octavo parse IN... -o OUT [options]

IN is a file, a folder (read with all its subfolders), a pattern such as 'scans/*.png',
or - for standard input. Octavo reads PDF, JPEG, PNG, WebP, TIFF, BMP and GIF.

OUT is a folder, a file, or - for standard output:
  -o out         out/NAME/auto/ with NAME.md, NAME_content_list.json (and _v2),
                 NAME_middle.json, NAME_model.json, NAME_report.json and images/
  -o report.md   one file; its type follows the ending: .md .json .html .jsonl .pdf .png
  -o -           one document to standard output, without pictures

What to write:
  --to LIST              md, json, html, chunks, overlay, structured or all, commas between
                         (in a folder: md,json; elsewhere: one, by the ending or md)
                           json     content_list, middle and model, in the form of MinerU 3
                           chunks   pieces for search, one JSON object a line
                           overlay  the pages with numbered boxes around what was found
                           structured  structured_content, in the form of MinerU 4
  --headers WHICH        running heads and feet in the text: none (default), first, all
  --table-format FORM    tables in Markdown: auto (default), html, pipe
  --no-images            leave pictures out

What to read:
  --pages LIST           such as 1-10,15,-1: counted from 1, -1 is the last page, ~ is as
                         good as - (default: all)
  --password TEXT        for encrypted PDFs
  --lang LANG            auto, en or ch: accepted; it changes nothing, one network reads
                         English and Chinese
  --ocr WHEN             read text from pixels: auto (default, where a page has no sound
                         text of its own), always, never

Who reads (the guide has the whole table):
  --tier TIER            basic: text layer, OCR and small networks
                         vlm: a vision-language model, in MinerU2.5's two steps
                         hybrid: as basic where that is sure, the model for the rest
                         auto (default): hybrid when there is a model, else basic
  --effort WHICH         what hybrid leaves to the model: fast, balanced (default), best;
                         medium and high are MinerU's names for balanced and best
  --model MODEL          a folder, a .gguf file, or a name from octavo models list
                         (default: the best that is installed and reads pages)
  --vision FILE          the vision half (mmproj) of a GGUF model
  --precision P          f32: exact; bf16: on some processors twice as fast; int8: several
                         times as fast; int4: faster again, less exact; auto (default): what
                         the model's files hold, f32 or bf16 by what this machine gains with
  --kv-memory MB         memory for keys and values (default: 537)
  --kv P                 keep them as f32 (default), f16 or int8
  --vlm-record FILE      write down each question with its answer
  --vlm-replay FILE      take answers from such a file in place of a model; with --model in the
                         time that the model takes for as many tokens, to measure it

A model on another machine (vLLM, sglang, llama-server: what speaks OpenAI's protocol):
  --vlm-url URL          such as http://gpubox:8000
  --vlm-model NAME       needed when the server has several
  --vlm-key-file FILE    holds the server's key (or OCTAVO_VLM_KEY); never shown
  --vlm-concurrency N    requests at once (default: 32)

How to work:
  --threads N            processors to use (default: all that are allowed)
  --page-timeout SECONDS give up on a page after this long (default: 120; 1800 with a model)
  --strict               a page or document that failed makes the exit code 1, not 3
  --json                 print one JSON object about the run on standard output
  -q, --quiet            print errors only
  -v, --verbose          print a line for each page and each warning
  -h, --help             show this

Exit codes: 0 all is well, 1 failed, 2 wrong usage, 3 some pages or documents failed,
130 interrupted. What was finished before an interruption is kept.

Environment: OCTAVO_HOME (libraries and models), OCTAVO_CACHE_DIR, OCTAVO_THREADS, NO_COLOR,
OCTAVO_VLM_KEY; with --vlm-url http_proxy, https_proxy, no_proxy, SSL_CERT_FILE, too.
Options come before the environment.
)";

constexpr std::string_view kInfo =
    R"(Show the version, what the machine offers, and whether libraries and models are there.

Usage:
  octavo info [options]
  octavo info MODEL [options]

  --verify      compare every file with its pinned sha256 (reads them all)
  --json        print one JSON object
  -h, --help    show this

MODEL is a folder, one file with weights, or a name: shows architecture, tensors, types, what
memory it would take, and what would run it.
  --tensors     one line for each tensor, too
  --threads N, --kv-memory MB, --precision P, --vision FILE, --check-weights, --reference,
  --instructions NAME
                as for octavo generate; tells what auto takes here, and why

Exit codes: 0 all files are there (the model would run), 1 one is missing or damaged (it would
not), 2 wrong usage.
)";

constexpr std::string_view kModels =
    R"(Show, download, check and remove models. octavo parse works without.

Usage:
  octavo models list              models with size, licence and state
  octavo models pull NAME...      download; goes on where an earlier pull stopped
  octavo models verify [NAME...]  compare every byte with the known hashes (all that are here)
  octavo models path NAME         print the folder of a model
  octavo models rm NAME...        remove what the store has put there, and nothing else

Options:
  --store FOLDER    where models are (default: OCTAVO_MODELS_DIR, else OCTAVO_HOME/models,
                    else ~/.cache/octavo/models)
  --manifest FILE   a file with further models
  --json            print one JSON object (not for path)
  -h, --help        show this
  --installed       list: only what is here
  -q, --quiet       pull, verify: print errors only
  --source NAME     pull: from huggingface, modelscope or python alone (default: auto)
  --force           pull: look at every byte that is here, and fetch what is not right
  --offline         pull: ask nobody
  --attempts N      pull: tries without progress before giving up (default: 6)

Models that MinerU, huggingface_hub or modelscope have downloaded are found where they are.

Exit codes: 0 all is well, 1 failed or damaged, 2 wrong usage, 130 interrupted (what was
downloaded is kept).

Environment: HF_ENDPOINT, HF_TOKEN, HF_HUB_OFFLINE, MODELSCOPE_ENDPOINT, MODELSCOPE_API_TOKEN,
MINERU_MODEL_SOURCE, PIP_INDEX_URL, http_proxy, https_proxy, no_proxy, SSL_CERT_FILE.
)";

}  // namespace

std::string_view help_text(std::string_view topic) {
  if (topic == "parse") return kParse;
  if (topic == "info") return kInfo;
  if (topic == "models") return kModels;
  if (topic == "serve") return serve_help_text();
  if (topic == "mineru") return mineru_help_text();
  if (const auto text = model_help_text(topic); !text.empty()) return text;
  return kOverview;
}

}  // namespace octavo::cli
