"""Clusters as `chaffinch corpus cluster` writes them (`clusters.rs`, `results.rs`): a line of JSON for each document."""

from functools import reduce

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from sketches import folding, lines

# A document linked by the policy; folds are closer. None: it is alone.
_LINKED = 0

_KINDS = {
    _LINKED: "similar",
    folding.SHINGLE_EQUIVALENT: "shingle-equivalent",
    folding.LEXICALLY_EQUIVALENT: "lexically-equivalent",
    folding.IDENTICAL: "identical",
}

# The words of the crate's `State::reason`.
_REASONS = {
    lines.EMPTY: "empty: it has no words",
    lines.SHORT: "too short: it has fewer words than a shingle",
    lines.UNSAMPLED: "too short: none of its shingles is in the sample",
    lines.NOT_TEXT: "not text: it holds NUL bytes",
    lines.TOO_LARGE: "too large: more than 2 GiB, or 64 MiB in a line",
    lines.UNREADABLE: "not readable",
    lines.NO_RECORD: "no JSON object with text, features or sketch",
}

_COMMON = "all of its shingles are common: more documents share each than the limit"


def closeness(links: DataFrame, folded: DataFrame) -> DataFrame:
    """The closest way (`closest`) in which a document (`number`) is like another one, either folded to the other."""
    ends = [links.select(end, F.lit(_LINKED)) for end in ("smaller", "larger")]
    ends += [folded.select(end, "how") for end in ("number", "like")]
    both = reduce(DataFrame.union, ends).toDF("number", "closest")
    return both.groupBy("number").agg(F.max("closest").alias("closest"))


def all_common(kept: DataFrame, left_out: DataFrame) -> DataFrame:
    """The numbers of kept documents of which nothing is left without common values."""
    own = F.get("left_out", "rung")
    return kept.join(left_out, "number").where(F.col("size") == own).select("number")


def rows(documents: DataFrame, firsts: DataFrame, closeness: DataFrame, all_common: DataFrame) -> DataFrame:
    """A row for each document: `number`, and `line`, which is its line of the result."""
    # Nothing is linked to a document without values, so it is the first of whatever was folded to it.
    common = all_common.select(F.col("number").alias("first"), F.lit(True).alias("common"))
    told = (
        documents.select("number", "name", "state", "size")
        .join(firsts, "number", "left")
        .withColumn("first", F.coalesce("first", "number"))
        .join(closeness, "number", "left")
        .join(common, "first", "left")
    )
    is_skipped = F.col("state") >= lines.TOO_LARGE
    kind = F.coalesce(_word(_KINDS, F.col("closest")), F.lit("single"))
    is_common = F.col("common") & (F.col("size") > 0)
    told = told.select(
        "number",
        F.col("name").alias("document"),
        F.when(~is_skipped, F.col("first") + 1).alias("cluster"),
        (~is_skipped & (F.col("first") == F.col("number"))).alias("representative"),
        F.when(is_skipped, "skipped").otherwise(kind).alias("kind"),
        F.coalesce(_word(_REASONS, F.col("state")), F.when(is_common, _COMMON)).alias("reason"),
    )
    members = ["document", "cluster", "representative", "kind"]
    # A cluster that is null is said, a reason that is not there is not.
    line = F.when(F.col("reason").isNull(), _json(members)).otherwise(_json([*members, "reason"]))
    return told.select("number", line.alias("line"))


def _word(words: dict[int, str], number: Column) -> Column:
    return reduce(lambda so_far, one: F.when(number == one[0], one[1]).otherwise(so_far), words.items(), F.lit(None))


def _json(members: list[str]) -> Column:
    return F.to_json(F.struct(*members), {"ignoreNullFields": "false"})


def write(rows: DataFrame, folder: str) -> None:
    """Writes the lines into parts of a folder, which follow each other in the order of documents."""
    rows.orderBy("number").select("line").write.text(folder)
