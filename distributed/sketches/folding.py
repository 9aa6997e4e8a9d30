"""Identical, lexically equivalent and shingle-equivalent documents become one representative each, so that no number of
copies costs more than sorting them (Broder et al. 1997; `folding.rs`)."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from sketches import lines

# How a document is like the earlier one it is folded to, the closest last.
KEPT, SHINGLE_EQUIVALENT, LEXICALLY_EQUIVALENT, IDENTICAL = range(4)

# The strictest first: what it folds is out of the next.
_STEPS = [(IDENTICAL, "raw"), (LEXICALLY_EQUIVALENT, "canonical"), (SHINGLE_EQUIVALENT, "sketched")]


def fold(documents: DataFrame) -> DataFrame:
    """For each document (`number`) the earlier one it is `like`, itself where it is kept, and `how`."""
    has_words = F.col("state").between(lines.SKETCHED, lines.UNSAMPLED)
    sketched = F.when(F.col("size") > 0, F.sha2(F.array_join("sketch", ""), 256))
    folds = documents.select(
        "number",
        "raw",
        F.when(has_words, F.col("canonical")).alias("canonical"),
        sketched.alias("sketched"),
        F.col("number").alias("like"),
        F.lit(KEPT).alias("how"),
    )
    for how, column in _STEPS:
        folds = _step(folds, how, column)
    return folds.select("number", "like", "how")


def _step(folds: DataFrame, how: int, column: str) -> DataFrame:
    # What takes no part has a key of its own, rather than none: all without a key would meet in one task.
    alone = F.concat(F.lit("alone "), F.col("number").cast("string"))
    takes_part = (F.col("how") == KEPT) & F.col(column).isNotNull()
    keyed = folds.withColumn("key", F.when(takes_part, F.col(column)).otherwise(alone))
    firsts = keyed.groupBy("key").agg(F.min("number").alias("first"))
    is_folded = F.col("first") < F.col("number")
    return (
        keyed.join(firsts, "key")
        .withColumn("like", F.when(is_folded, F.col("first")).otherwise(F.col("like")))
        .withColumn("how", F.when(is_folded, how).otherwise(F.col("how")))
        .drop("key", "first")
    )
