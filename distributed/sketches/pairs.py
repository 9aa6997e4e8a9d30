"""Pairs of documents that share values of their sketches, counted; and which of them a policy links (`postings.rs`,
`pairs.rs`, `measure.rs`)."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from sketches.rungs import Rungs, number

MEASURES = ["resemblance", "containment"]


def postings(kept: DataFrame) -> DataFrame:
    """<`value`, `number`> of the documents that were kept, with what else there is of them but the sketch."""
    others = [column for column in kept.columns if column in ("number", "rung", "sizes")]
    digits = kept.select(*others, F.explode("sketch").alias("value"))
    return digits.withColumn("value", number(F.col("value")))


def common(postings: DataFrame, limit: int) -> DataFrame:
    """The values that more documents have than the limit."""
    return postings.groupBy("value").count().where(F.col("count") > limit).select("value")


def left_out(postings: DataFrame, common: DataFrame, rungs: Rungs) -> DataFrame:
    """How many common values a document (`number`) has on each rung; it has no row if none."""
    on = (F.count_if(rungs.is_on(F.col("value"), rung)) for rung in range(rungs.top + 1))
    return postings.join(common, "value").groupBy("number").agg(F.array(*on).alias("left_out"))


def without(kept: DataFrame, left_out: DataFrame) -> DataFrame:
    """The documents that were kept, whose `sizes` no longer count their common values."""
    left = F.zip_with("sizes", "left_out", lambda size, out: size - out)
    sizes = F.coalesce(left, "sizes").cast("array<long>")
    return kept.join(left_out, "number", "left").select("number", "sketch", "rung", sizes.alias("sizes"))


def count(kept: DataFrame, common: DataFrame) -> DataFrame:
    """How many values each two documents share: `left`, `left_size`, `right`, `right_size`, `shared`, at the later rung.

    Common values are out before pairs are made, so a value makes no more of them, and takes no more room in a task, than
    the limit allows. Sizes travel along: they are needed with every pair.
    """
    rare = postings(kept).join(common, "value", "left_anti")
    holders = F.sort_array(F.collect_list(F.struct("number", "rung", "sizes")))
    shared = rare.groupBy("value").agg(holders.alias("holders")).where(F.size("holders") > 1)
    lefts = shared.select(F.posexplode("holders").alias("at", "left"), "holders")
    rest = F.slice("holders", F.col("at") + 2, F.size("holders"))
    both = lefts.select("left", F.explode(rest).alias("right"))
    size = lambda of: F.get(f"{of}.sizes", F.greatest("left.rung", "right.rung"))
    return (
        both.select(
            F.col("left.number").alias("left"),
            size("left").alias("left_size"),
            F.col("right.number").alias("right"),
            size("right").alias("right_size"),
        )
        .groupBy("left", "left_size", "right", "right_size")
        .agg(F.count("*").alias("shared"))
    )


def links(pairs: DataFrame, measure: str, threshold: float) -> DataFrame:
    """The pairs a policy links, as `smaller` and `larger` number."""
    shared, left, right = (F.col(column) for column in ("shared", "left_size", "right_size"))
    if measure == "resemblance":
        enough = _is_at_least(shared, left + right - shared, threshold)
    else:
        enough = _is_at_least(shared, left, threshold) | _is_at_least(shared, right, threshold)
    return pairs.where(enough).select(F.col("left").alias("smaller"), F.col("right").alias("larger"))


def _is_at_least(shared: Column, of: Column, threshold: float) -> Column:
    """As `Share::is_at_least` has it, product and rounding included: the last pair must fall on the same side."""
    return shared.cast("double") >= F.lit(threshold) * of.cast("double")
