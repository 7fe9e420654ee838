"""Thirty prompts for real weights: English, Chinese, code, chat, long. Written for this purpose."""

_STORY = (
    "The ferry left the island at six in the morning, as it had for forty years. Mara stood at the rail and counted "
    "the lights of the village until the fog took them. She had packed in an hour: two shirts, the blue notebook, her "
    "father's compass, and a jar of honey for the cousin she had never met. Nobody had asked why she was going. On the "
    "island people asked about the weather, the price of rope, and whose goat had eaten whose beans; they did not ask "
    "about letters that came from the city with a stamp of the court. She had read the letter four times and each time "
    "understood less. It spoke of an estate, of a room full of clocks, and of a debt that could be paid in two ways. "
)
_RECORDS = "".join(
    f"Record {i:02d}: station {name}, height {height} m, mean temperature {temperature} degrees, rain {rain} mm.\n"
    for i, (name, height, temperature, rain) in enumerate(
        [("Alder", 412, 8.1, 1130), ("Birch", 96, 10.4, 702), ("Cedar", 1820, 1.9, 1644), ("Dogwood", 233, 9.6, 815),
         ("Elm", 51, 11.2, 640), ("Fir", 2104, 0.4, 1890), ("Gorse", 12, 10.9, 980), ("Hazel", 340, 8.8, 1015),
         ("Ivy", 128, 10.1, 733), ("Juniper", 1540, 3.3, 1502), ("Kelp", 3, 11.8, 1204), ("Larch", 990, 5.7, 1310)]))

_CHAT = "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n"

PROMPTS = [
    "The capital of France is",
    "Water boils at 100 degrees Celsius because",
    "Once upon a time, in a village between two rivers,",
    "The three most important inventions of the nineteenth century were",
    "A letter of complaint to a railway company:\n\nDear Sir or Madam,\n",
    "Q: What is the difference between a virus and a bacterium?\nA:",
    "中国的首都是",
    "人工智能的发展可以分为以下几个阶段：",
    "从前有座山，山里有座庙，",
    "请用三句话介绍长城。\n",
    "问：为什么天空是蓝色的？\n答：",
    "床前明月光，",
    "def fibonacci(n):\n    \"\"\"Return the n-th Fibonacci number.\"\"\"\n",
    "#include <vector>\n\n// Returns the index of the first element not less than value.\n"
    "size_t lower_bound(const std::vector<int>& sorted, int value) {\n",
    "SELECT customer.name, COUNT(*) AS orders\nFROM customer\nJOIN",
    "import numpy as np\n\ndef softmax(x):\n",
    "function debounce(callback, delay) {\n",
    "#!/bin/bash\n# Renames all .jpeg files of this directory to .jpg\n",
    "class Stack:\n    def __init__(self):\n        self.items = []\n\n    def push(self, item):\n",
    "use std::collections::HashMap;\n\nfn count_words(text: &str) -> HashMap<String, usize> {\n",
    "{\n  \"name\": \"octavo\",\n  \"version\": \"1.0.0\",\n  \"dependencies\": {\n",
    "| City | Country | Population |\n|---|---|---|\n| Tokyo | Japan |",
    "1, 1, 2, 3, 5, 8, 13,",
    "E = mc^2 means that",
    _CHAT.format("Write a Python function that reverses a linked list."),
    _CHAT.format("Explain recursion to a child in four sentences."),
    _CHAT.format("用 Python 写一个快速排序，并解释时间复杂度。"),
    _CHAT.format("Summarise this story in one sentence:\n" + _STORY),
    _STORY + "When the ferry reached the city,",
    _RECORDS + "Question: which station is the highest, and how much rain does it get?\nAnswer:",
]

# For perplexity.
TEXT = _STORY + (
    "\n\nReading a table is harder than it looks. A person sees at once which numbers belong together, because ruled "
    "lines, spacing and alignment all say the same thing; a program has to weigh them when they don't. If a cell spans "
    "two rows, its text stands in the middle and belongs to both. If a header is repeated on every page, it is one "
    "header. The safest rule is to keep what is certain, and to mark what is not.\n\n"
    "def merge(left, right):\n    result = []\n    while left and right:\n        source = left if left[0] <= right[0] "
    "else right\n        result.append(source.pop(0))\n    return result + left + right\n\n"
    "纸是中国古代四大发明之一。造纸术的出现使知识的传播更加方便，也使书籍的价格大大降低。今天我们虽然在屏幕上阅读，"
    "但是页面、段落和标题这些概念仍然来自纸张。\n"
) + _RECORDS
