"""Tables in Markdown, as bench/peers and bench/frameworks write them."""
import math


def row(*cells):
    return '| %s |' % ' | '.join(str(cell) for cell in cells)


def head(*cells):
    return [row(*cells), '|---|' + '---:|' * (len(cells) - 1)]


def rate(value):
    """With two digits, which is as exactly as it is known."""
    if value < 10:
        return '%.1f' % value
    digits = int(math.log10(value)) - 1
    return '{:,.0f}'.format(round(value / 10 ** digits) * 10 ** digits)
