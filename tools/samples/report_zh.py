"""report-zh-scan.pdf: two pages of a Chinese report as a scanner gives them: pixels only, a little tilted, grainy."""

import io

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from common import CJK_SANS_BOLD, CJK_SERIF, CJK_SIMPLIFIED, SAMPLES, Truth, pipe_table

SEED, DPI = 20240918, 150
WIDTH, HEIGHT = 1240, 1754  # A4 at 150 dpi
LEFT, RIGHT, BODY, LEADING = 150, 1090, 23, 39
TILT = (0.6, -0.4)  # degrees, one a page

HEADER = "临江市城市绿地年度报告"
TITLE = "2024年度城市绿地建设情况报告"
OFFICE = "临江市园林管理处　2025年1月"
PAGES = [
    [("h", "一、总体情况"),
     ("p", "2024年，全市新增公园绿地42.6公顷，完成年度计划的106%。截至年底，建成区绿地面积达到3185公顷，绿地率为38.7%，"
           "人均公园绿地面积14.2平方米，比上年增加0.5平方米。"),
     ("p", "全年共栽植乔木2.8万株、灌木19万株，成活率保持在95%以上。新建口袋公园23处，改造老旧公园6处，居民步行十分钟"
           "即可到达公园的比例由71%提高到78%。"),
     ("h", "二、主要工作"),
     ("p", "（一）沿江绿道全线贯通。绿道总长18.4公里，连接滨江公园、码头遗址和湿地科普馆，沿途设置休息亭12座、饮水点30个。"),
     ("p", "（二）推进海绵型绿地建设。在东湖、南苑两个片区建成雨水花园9处，汛期积水点由14个减少到5个。"),
     ("p", "（三）加强古树名木保护。对全市367株古树逐一建立档案，完成复壮52株，安装监测设备40套。"),
     ("h", "三、各区完成情况"),
     ("c", "表1　2024年各区绿地建设完成情况"),
     ("t", [["区名", "计划（公顷）", "完成（公顷）", "完成率", "新建口袋公园"],
            ["东湖区", "12.0", "13.1", "109%", "7"],
            ["南苑区", "10.5", "11.2", "107%", "6"],
            ["江北区", "9.6", "9.8", "102%", "5"],
            ["西山区", "8.1", "8.5", "105%", "5"],
            ["合计", "40.2", "42.6", "106%", "23"]])],
    [("h", "四、存在的问题"),
     ("p", "一是老城区可用地少，新增绿地主要集中在外围，中心城区人均公园绿地面积只有9.3平方米。二是养护经费增长慢于面积增长，"
           "每平方米养护费用由8.6元下降到7.9元。三是部分路段行道树品种单一，遇病虫害容易成片受损。"),
     ("h", "五、下一年度计划"),
     ("p", "2025年计划新增公园绿地40公顷，其中中心城区不少于8公顷；新建口袋公园20处；完成人民公园、船厂公园改造。"
           "探索与学校、社区共建共管，选择10处口袋公园试点居民认养。"),
     ("p", "联系人：周明　电话：0599-555-0187")],
]


def _fonts():
    return {"h": ImageFont.truetype(str(CJK_SANS_BOLD), 26, index=CJK_SIMPLIFIED),
            "title": ImageFont.truetype(str(CJK_SANS_BOLD), 40, index=CJK_SIMPLIFIED),
            "p": ImageFont.truetype(str(CJK_SERIF), BODY, index=CJK_SIMPLIFIED)}  # fmt: skip


def _wrap(draw, text, font):
    """Lines of Chinese text: broken anywhere but before closing punctuation and inside numbers."""
    lines, line, tight = [], "　　", "，。、；：）%０123456789."
    for at, char in enumerate(text):
        if draw.textlength(line + char, font) > RIGHT - LEFT and char not in tight:
            lines.append(line)
            line = ""
        line += char
    return lines + [line]


def _grid(draw, rows, y, font):
    widths = [140, 210, 210, 160, 220]
    edges = [LEFT + sum(widths[:i]) for i in range(len(widths) + 1)]
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            middle = (edges[c] + edges[c + 1]) / 2
            draw.text((middle, y + 23), text, font=font, fill=25, anchor="mm")
        draw.line([(edges[0], y), (edges[-1], y)], fill=30, width=2)
        y += 46
    draw.line([(edges[0], y), (edges[-1], y)], fill=30, width=2)
    for x in edges:
        draw.line([(x, y - 46 * len(rows)), (x, y)], fill=30, width=2)
    return y + 24


def _page(number, items, truth):
    page = Image.new("L", (WIDTH, HEIGHT), 252)
    draw, fonts = ImageDraw.Draw(page), _fonts()
    draw.text((WIDTH / 2, 92), HEADER, font=fonts["p"], fill=70, anchor="mm")
    draw.line([(LEFT, 112), (RIGHT, 112)], fill=110, width=1)
    draw.text((WIDTH / 2, HEIGHT - 90), f"— {number} —", font=fonts["p"], fill=60, anchor="mm")
    y = 160
    if number == 1:
        draw.text((WIDTH / 2, 195), TITLE, font=fonts["title"], fill=20, anchor="mm")
        draw.text((WIDTH / 2, 255), OFFICE, font=fonts["p"], fill=30, anchor="mm")
        y = 310
    for kind, content in items:
        if kind == "t":
            y = _grid(draw, content, y, fonts["p"])
            truth.add(pipe_table(content))
        elif kind == "p":
            for line in _wrap(draw, content, fonts["p"]):
                draw.text((LEFT, y), line, font=fonts["p"], fill=25)
                y += LEADING
            y += 8
            truth.add(content)
        elif kind == "h":
            draw.text((LEFT, y + 4), content, font=fonts["h"], fill=20)
            y += LEADING + 14
            truth.add(f"## {content}")
        else:
            draw.text((WIDTH / 2, y + 14), content, font=fonts["p"], fill=25, anchor="mm")
            y += LEADING
            truth.add(content)
    return page


def _scan(page, tilt, random):
    """Tilt, the blur of the lens, a darker gutter at the left, specks and grain."""
    page = page.rotate(tilt, Image.Resampling.BICUBIC, fillcolor=250).filter(ImageFilter.GaussianBlur(0.6))
    pixels = numpy.asarray(page, float)
    pixels = pixels - 42 * numpy.exp(-numpy.arange(WIDTH) / 26)[None, :]
    pixels += random.normal(0, 5, pixels.shape)
    specks = random.integers(0, [HEIGHT, WIDTH], (160, 2))
    pixels[specks[:, 0], specks[:, 1]] = 60
    return Image.fromarray(numpy.clip(pixels, 0, 255).astype("uint8"))


def make():
    random, truth = numpy.random.default_rng(SEED), Truth()
    truth.add(f"# {TITLE}")
    truth.add(OFFICE)
    canvas = Canvas(str(SAMPLES / "report-zh-scan.pdf"), pagesize=A4, invariant=1)
    for number, items in enumerate(PAGES, 1):
        jpeg = io.BytesIO()
        _scan(_page(number, items, truth), TILT[number - 1], random).save(jpeg, "JPEG", quality=70)
        canvas.drawImage(ImageReader(jpeg), 0, 0, *A4)
        canvas.showPage()
    canvas.save()
    truth.write("report-zh-scan")


if __name__ == "__main__":
    make()
