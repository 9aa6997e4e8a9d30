"""On which rung of a ladder documents stand, and how many values they have on each (`rungs.rs` of the crate `fingerprint`,
`sizes.rs`): two are compared at the later one of theirs."""

import re
from dataclasses import dataclass
from functools import reduce

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

# Rungs below the last one, at most.
_FINER = 3


@dataclass(frozen=True)
class Rungs:
    """Moduli, each twice the one before; the last one is kept by documents that have `unit` values of it."""

    unit: int = 0
    # Of the first modulus: the values of the rung `i` end in so many zeros, and `i` more.
    zeros: int = 0
    top: int = 0

    def is_on(self, value: Column, rung: int) -> Column:
        """Whether a value, which is on the first rung, is on this one."""
        return value.bitwiseAND((1 << self.zeros + rung) - 1) == 0

    def place(self, documents: DataFrame) -> DataFrame:
        """Puts each document on its `rung`, the last one that leaves it as many values as the unit, or else the first:
        `sketch` and `size` are what it has there, `sizes` how many on each (before its own, what is not asked)."""
        if self.top == 0:
            return documents.select("*", F.lit(0).alias("rung"), F.array("size").alias("sizes"))
        values = F.transform("sketch", number)
        sizes = [self._count(values, rung) for rung in range(self.top + 1)]
        rung = F.lit(0)
        for at in range(1, self.top + 1):
            rung = F.when(sizes[at] >= self.unit, at).otherwise(rung)
        placed = documents.withColumns({"sizes": F.array(*sizes), "rung": rung})
        kept = reduce(
            lambda others, at: F.when(F.col("rung") == at, self._filtered(at)).otherwise(others),
            range(self.top + 1),
            F.col("sketch"),
        )
        return placed.withColumns({"sketch": kept, "size": F.get("sizes", "rung")})

    def _filtered(self, rung: int) -> Column:
        return F.filter("sketch", lambda digits: self.is_on(number(digits), rung))

    def _count(self, values: Column, rung: int) -> Column:
        # A function of its own: what Spark is given has one argument.
        return F.size(F.filter(values, lambda value: self.is_on(value, rung)))


def number(digits: Column) -> Column:
    """A value as a signed number of 64 bits: half as long as its digits, and equal where they are."""
    return F.conv(digits, 16, -10).cast("long")


def of(documents: DataFrame) -> Rungs:
    """Those of the sketches' parameters, which are the same of all."""
    told = documents.where(F.col("parameters").isNotNull()).select("parameters", "of").first()
    ladder = told and told["of"] == "text" and re.search(r" sample=ladder:(\d+):mod:(\d+)$", told["parameters"])
    if not ladder:
        return Rungs()
    unit, modulus = (int(number) for number in ladder.groups())
    all_zeros = (modulus & -modulus).bit_length() - 1
    top = min(all_zeros, _FINER)
    return Rungs(unit, all_zeros - top, top)
