"""fuzz/statistics_of_trials.py: what it counts quickly is what counting all ways gives, and what tables say."""
import itertools
import math
import os
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[1])))
import statistics_of_trials as statistics  # noqa: E402


def slow_p_value(first, second):
    values = list(first) + list(second)
    mean = len(first) * len(second) / 2
    us = []
    for chosen in itertools.combinations(range(len(values)), len(first)):
        us.append(statistics.u([values[i] for i in chosen], [values[i] for i in range(len(values)) if i not in chosen]))
    seen = abs(statistics.u(first, second) - mean)
    return sum(abs(u - mean) >= seen - 1e-9 for u in us) / len(us)


class StatisticsOfTrialsTest(unittest.TestCase):
    def test_samples_apart(self):
        self.assertEqual(statistics.a12([4, 5, 6], [1, 2, 3]), 1)
        self.assertEqual(statistics.a12([1, 2, 3], [4, 5, 6]), 0)
        self.assertEqual(statistics.u([4, 5, 6], [1, 2, 3]), 9)
        # Two of the 20 ways are as far apart.
        self.assertAlmostEqual(statistics.p_value([4, 5, 6], [1, 2, 3]), 0.1)
        self.assertAlmostEqual(statistics.p_value(range(20), range(20, 40)), 2 / math.comb(40, 20))

    def test_the_table_of_critical_values(self):
        """n = m = 5, two-sided: p = 0.0317 at U = 2 and 0.0556 at U = 3 (Mann and Whitney 1947)."""
        self.assertAlmostEqual(statistics.p_value([1, 2, 3, 4, 7], [5, 6, 8, 9, 10]), 0.0317, 4)
        self.assertAlmostEqual(statistics.p_value([1, 2, 3, 4, 8], [5, 6, 7, 9, 10]), 0.0556, 4)

    def test_equal_samples(self):
        self.assertEqual(statistics.a12([7, 7], [7, 7, 7]), 0.5)
        self.assertEqual(statistics.p_value([7, 7], [7, 7, 7]), 1)
        self.assertEqual(statistics.p_value([math.inf] * 20, [math.inf] * 20), 1)

    def test_all_ways_with_ties_and_trials_that_did_not_get_there(self):
        draw = random.Random(1)
        for _ in range(60):
            first, second = ([draw.choice([1, 2, 3, 4, 5, math.inf]) for _ in range(draw.randint(1, 6))] for _ in range(2))
            self.assertAlmostEqual(statistics.p_value(first, second), slow_p_value(first, second), msg=(first, second))
            self.assertAlmostEqual(statistics.a12(first, second) + statistics.a12(second, first), 1)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
