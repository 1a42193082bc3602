"""Compares two samples of trials: Mann-Whitney U with its exact p-value, and Vargha and Delaney's A12. Ties count half; a trial
that never got there is math.inf, and so tied with all others that did not."""
import math


def a12(first, second):
    """The probability that a trial of the first sample is larger than one of the second: 0.5 where neither is."""
    return u(first, second) / (len(first) * len(second))


def u(first, second):
    """How many pairs have the larger one in the first sample."""
    return sum(1.0 if a > b else 0.5 if a == b else 0.0 for a in first for b in second)


def doubled_ranks(values):
    """The rank of each value among all, twice, so that it is whole where values are tied."""
    order = sorted(values)
    first = {}
    for i, value in enumerate(order):
        first.setdefault(value, i)
    count = {value: order.count(value) for value in first}
    return [2 * first[value] + count[value] + 1 for value in values]


def p_value(first, second):
    """Two-sided, exact: of all ways to divide the values of both into samples of these sizes, the share of those whose U is at
    least as far from its mean. Sums of ranks are counted one value after another: for each size of the first sample, one long
    number, which holds at place s how many ways have the sum s. So 100 trials each take some seconds."""
    ranks = doubled_ranks(list(first) + list(second))
    n = len(first)
    seen = abs(sum(ranks[:n]) - n * (len(ranks) + 1))
    least = min(ranks)
    step = math.gcd(*(rank - least for rank in ranks)) or 1
    mean = n * (len(ranks) + 1) - n * least  # of the doubled sum of what is above the least
    all_ways = math.comb(len(ranks), n)
    bytes_each = all_ways.bit_length() // 8 + 1
    ways = [1] + [0] * n
    for done, rank in enumerate(ranks):
        shift = (rank - least) // step * bytes_each * 8
        for size in range(min(n, done + 1), max(0, n - len(ranks) + done), -1):
            ways[size] += ways[size - 1] << shift
    text = ways[n].to_bytes(-(-ways[n].bit_length() // 8), 'little')
    far = sum(int.from_bytes(text[place:place + bytes_each], 'little') for place in range(0, len(text), bytes_each)
              if abs(place // bytes_each * step - mean) >= seen)
    return far / all_ways
