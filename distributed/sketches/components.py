"""Connected components by alternating large-star and small-star (Kiveris, Lattanzi, Mirrokni, Rastogi, Vassilvitskii,
"Connected components in MapReduce and beyond", 2014).

Each operation connects a node's neighbours to the least of them and keeps components as they are; alternated, they leave
a star around the least member of each after some log n rounds (log^2 n at the most), however long its chains were.
"""

from collections.abc import Callable

from pyspark.sql import DataFrame
from pyspark.sql import functions as F


def firsts(edges: DataFrame, settle: Callable[[DataFrame], DataFrame]) -> DataFrame:
    """For every node (`number`) but the least of its component, that least one (`first`).

    `edges` has two columns, the smaller end first. `settle` computes a frame and forgets how: each round reads the one
    before several times, and a plan of all rounds would double with each.
    """
    edges = settle(edges.toDF("smaller", "larger").distinct())
    while not _are_stars(edges):
        edges = settle(_small_star(_large_star(edges)))
    return edges.select(F.col("larger").alias("number"), F.col("smaller").alias("first"))


def _large_star(edges: DataFrame) -> DataFrame:
    """Connects a node's larger neighbours to the least of all its neighbours and itself."""
    ends = edges.select(F.col("smaller").alias("node"), F.col("smaller").alias("other")).union(
        edges.select("larger", "smaller")
    )
    least = ends.groupBy("node").agg(F.min("other").alias("least"))
    joined = edges.join(least, edges["smaller"] == least["node"])
    return joined.select(F.col("least").alias("smaller"), "larger").distinct()


def _small_star(edges: DataFrame) -> DataFrame:
    """Connects a node and its smaller neighbours to the least of these."""
    least = edges.groupBy("larger").agg(F.min("smaller").alias("least"))
    joined = edges.join(least, "larger").where(F.col("smaller") != F.col("least"))
    moved = joined.select("least", F.col("smaller").alias("larger"))
    return least.select(F.col("least").alias("smaller"), "larger").union(moved).distinct()


def _are_stars(edges: DataFrame) -> bool:
    """Whether nobody has two smaller neighbours, or a smaller and a larger one."""
    ends = edges.select(F.col("larger").alias("node"), F.lit(1).alias("below"), F.lit(0).alias("above")).union(
        edges.select("smaller", F.lit(0), F.lit(1))
    )
    roles = ends.groupBy("node").agg(F.sum("below").alias("below"), F.max("above").alias("above"))
    return roles.where((F.col("below") > 1) | ((F.col("below") == 1) & (F.col("above") == 1))).isEmpty()
