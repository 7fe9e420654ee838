#include "model_help.h"

namespace octavo::cli {
namespace {

constexpr std::string_view kAsk = R"(Ask about documents, or about pictures.

Usage:
  octavo ask FILE... "QUESTION" [options]
  octavo ask FILE... --questions LINES.txt [options]
  octavo ask IMAGE... "QUESTION" --model MODEL [options]
  octavo ask IMAGE... --task text|table|formula|chart|layout --model MODEL [options]

Documents (PDF, scans, photos) are read, their blocks are searched, and a language model
answers from what bears on the question. Every answer names its place, [page:block]; what the
document does not say is refused. Needs a language model: octavo models pull qwen2.5-0.5b.

  --page N, --pages LIST    read these pages alone
  --question TEXT           a question; may come several times
  --questions FILE          one question a line; -: standard input
  --model MODEL             a folder, a file or a name (default: the best one installed)
  --json                    one object (docs/schemas/ask.schema.json)
  --stream                  print each sentence as soon as it is checked
  --overlay FILE            a .pdf or .png with the cited blocks drawn on their pages
  --ocr auto|always|never, --password TEXT    as for octavo parse
  --prompt-tokens N         passages and question shown to the model (default 1024)
  --max-new-tokens N        of answer (default 96)

Pictures are shown to MODEL itself when it is named and every FILE is a JPEG, PNG, WebP, TIFF,
BMP or GIF file; --read reads their text in place of that. MODEL is a folder in Hugging Face
layout, a .gguf file (with its vision file beside it), or a name (octavo models list). With
several pictures there is an answer about each of them, in their order, computed together.

  --task TASK           in place of a question, what models that read pages were taught
  --together            one answer about all pictures
  --max-new-tokens N    at most so many tokens of answer (default 128; 0: no limit but the
                        model's context)
  --max-side N          scale pictures down to this longer side first (default 1024; 0: not)
  --max-pixels N        in place of that, to so many pixels: small (401,408), medium (609,168),
                        large (1,073,296), full (what the model takes) or a number
  --stream              print the answer as it is written

Every option of octavo generate works here too: see octavo generate --help.
)";

constexpr std::string_view kGenerate = R"(Let a language model write.

Usage:
  octavo generate --model MODEL (--prompt TEXT | --prompt-file FILE) [options]

MODEL is a folder in Hugging Face layout, a .gguf file, or a name (octavo models list).

What it reads:
  -p, --prompt TEXT         a user's message
  --prompt-file FILE        the same from a file, or - for standard input
  --image FILE              a picture in front of the message; may come several times
  --max-side N              scale pictures down to this longer side first (default 0: only to
                            what the model takes)
  --max-pixels N            and to so many pixels: small, medium, large, full or a number, as
                            for octavo ask
  --draft FILE              what the text may be: saves time, and changes nothing
  --system TEXT             the system message (default: the one of the model's chat form)
  --raw                     no chat form: the prompt is all there is, special tokens in it
                            count, and each <|image_pad|> stands for a picture

How it writes:
  --max-new-tokens N        at most so many tokens (default 512; 0: no limit but the context)
  --stop TEXT               end before this text; up to 16 times
  --temperature T           0 (default): the likeliest token each time
  --top-k N, --top-p P, --min-p P    which tokens may be drawn (default: all)
  --seed N                  the same seed draws the same tokens (default 0)
  --repetition-penalty R, --presence-penalty P, --frequency-penalty F
                            over what was written so far (default: none)
  --no-repeat-ngram N       no N tokens in a row come twice (default 0: off)

What comes out:
  --stream                  print the text as it is written
  --json                    print one JSON object: token_ids, text, finish_reason, timings ...
  --logprobs N              with --json: the N likeliest tokens at each step, at most 20
  --keep-special            special tokens appear in the text
  -q, --quiet               no summary on standard error

How to work:
  --threads N               processors to use (default: all that are allowed)
  --kv-memory MB            at most so much for keys and values (default 537)
  --kv P                    keep keys and values as f32 (default), as f16 in half of the memory
                            or int8 in less than a third: less exact, quicker with much context
  --precision P             f32: exact; bf16: values rounded to 16 bits, on some processors
                            twice as fast; int8: 8-bit weights and activations, several times
                            as fast; int4: the same with 4-bit weights in the language layers,
                            which writes faster again and is less exact; auto (default): what
                            the model's files hold, f32 or bf16 by what this machine gains with
  --vision FILE             the vision half (mmproj) of a GGUF model
  --check-weights           look at every weight for NaN and infinity first
  --reference               plain loops instead of vector instructions, to compare: slow
  --instructions NAME       no more than these, to compare: avx2, avxvnni, avx512f,
                            avx512vnni, avx512bf16
  -h, --help                show this

An interrupted run prints what there is. Exit codes: 0 done, 1 failed, 2 wrong usage,
130 interrupted.
)";

constexpr std::string_view kTokenize = R"(Turn text into the tokens of a model, or back.

Usage:
  octavo tokenize --model MODEL [options] TEXT
  octavo tokenize --model MODEL --decode [options] TOKEN...

- in place of the text or the tokens is standard input. MODEL is a folder, a tokenizer.json, a
.gguf file, or a name. Nothing but the tokenizer is read.

  --decode      tokens into text: whole numbers with blanks or commas between them
  --as-text     special tokens such as <|im_end|> in the text stay ordinary text
  --json        print one JSON object
  -h, --help    show this

Exit codes: 0 done, 1 failed, 2 wrong usage.
)";

constexpr std::string_view kBench = R"(Measure how fast a model runs here, and what memory it takes.

Usage:
  octavo bench --model MODEL [options]

  --runs N              how often (default 5); medians are told, with the least and the most
  --prompt-tokens N     words of the prompt, a token or more each (default 512)
  --new-tokens N        tokens to write (default 64)
  --image FILE          with this picture; default: a made one for a model that sees
  --image-size WxH      of the made one (default 1024x576; 0: none)
  --compare WHAT        in place of that, two ways to the same tokens, in turns: draft (with a
                        draft that is right in 95 of 100 tokens), batch (8 sequences together
                        or one by one), crops (10 pictures of a line), quote (200 quotations
                        with guesses from the prompt or none); may come several times
  --peak                in place of that, and without a model: the most that processors and
                        memory can do; of the other options --threads and --json count
  --json                print one JSON object with every run
  --threads N, --kv-memory MB, --kv P, --precision P, --vision FILE, --check-weights,
  --reference, --instructions NAME
                        as for octavo generate
  -h, --help            show this

Peak memory is the most that was resident; what is mapped from the model's files can be dropped
and read again, what is our own cannot. Growth compares our own memory behind the last run with
that behind the third.

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
)";

constexpr std::string_view kQuantize =
    R"(Write a model as one file of matrices in 8 or 4 bits, ready to be multiplied.

Usage:
  octavo quantize MODEL --to int8|int4 -o FILE [options]

MODEL is a folder in Hugging Face layout, a .gguf file, or a name (octavo models list). FILE is
used like a model: octavo ask ... --model FILE. It is mapped, not read, and needs nothing else.

  --to int8             8-bit weights with a scale for each output, 8-bit activations with a scale
                        for each row; embeddings, norms and the patch matrix stay as they are
  --to int4             the same with 4-bit weights in the language layers, in groups of 32 with
                        steps of their own; the vocabulary and the vision half stay in 8 bits
  -o, --output FILE     what to write; an existing file is replaced once the new one is whole
  --calibrate PICTURE   a picture, or a folder of them, as samples for the vision half; may come
                        several times (default: a made page); other files are passed over
  --kv P                what the file keeps keys and values as when it is compared: f32, f16, int8
  --steps N             greedy tokens to compare with f32 (default 256; 0: compare nothing)
  --json                print one JSON object
  -q, --quiet           no progress on standard error
  --threads N, --vision FILE, --check-weights
                        as for octavo generate
  -h, --help            show this

The report tells the error behind each layer, how far the next token's probabilities diverge
(Kullback-Leibler, in nats), how often the likeliest token is the same, and how many greedy tokens
are, each compared behind f32's own tokens.

Exit codes: 0 done, 1 failed, 2 wrong usage.
)";

}  // namespace

std::string_view model_help_text(std::string_view topic) {
  if (topic == "ask") return kAsk;
  if (topic == "generate") return kGenerate;
  if (topic == "tokenize") return kTokenize;
  if (topic == "bench") return kBench;
  if (topic == "quantize") return kQuantize;
  return {};
}

}  // namespace octavo::cli
