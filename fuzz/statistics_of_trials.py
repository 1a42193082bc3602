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
    least as far from its mean. Sums of ranks are counted one value after another, so that 20 trials each take no time."""
    ranks = doubled_ranks(list(first) + list(second))
    n = len(first)
    ways = [{} for _ in range(n + 1)]  # by how many values are in the first sample: {sum of doubled ranks: ways}
    ways[0][0] = 1
    for rank in ranks:
        for size in range(n - 1, -1, -1):
            for total, count in ways[size].items():
                ways[size + 1][total + rank] = ways[size + 1].get(total + rank, 0) + count
    mean = n * (len(ranks) + 1)  # of the doubled sum
    seen = abs(sum(ranks[:n]) - mean)
    far = sum(count for total, count in ways[n].items() if abs(total - mean) >= seen)
    return far / math.comb(len(ranks), n)
