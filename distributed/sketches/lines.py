"""Lines of `chaffinch corpus sketch` become documents: numbered in the order of the sources and checked, as the crate
`corpus` does it (`sources/work.rs`, `document.rs`)."""

from collections.abc import Sequence
from functools import reduce

from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as F

# States of a document, by their numbers in the lines.
SKETCHED, EMPTY, SHORT, UNSAMPLED, NOT_TEXT, TOO_LARGE, UNREADABLE, NO_RECORD = range(8)

_NAMES = ["document", "id", "path", "url", "name"]

_RECORD = (
    ", ".join(f"{name} string" for name in _NAMES)
    + ", text string, content string, features array<string>, sketch array<string>, parameters string, of string"
    + ", identical string, lexical string, state int, broken string"
)


class Mixed(Exception):
    """Documents that do not compare, by their names."""


def read(spark: SparkSession, sources: Sequence[str]) -> DataFrame:
    """The documents of all sources.

    Columns: `number` (from 0, in the order of sources, files and lines), `name`, `of` (text or features), `parameters`,
    `other` (it brings no sketch but what one is made of), `raw` and `canonical` (fingerprints, null where nothing is
    known), `sketch` (values as 16 hexadecimal digits, ascending), `size` (how many) and `state`.
    """
    record = F.from_json("value", _RECORD, {"columnNameOfCorruptRecord": "broken"})
    # A line that is half understood is not understood.
    record = F.when(F.is_valid_utf8("value") & record["broken"].isNull(), record)
    line = _numbered(spark, sources).select("number", "place", record.alias("record"))
    of = F.coalesce(F.when(F.col("record.of") == "features", "features"), F.lit("text"))
    sketch, state = F.col("record.sketch"), F.col("record.state")
    parameters = F.col("record.parameters")
    # Feature sets have no shingles.
    parameters = F.when(of == "text", parameters).otherwise(F.regexp_replace(parameters, "^shingle=[0-9]+ ", ""))
    usable = (
        sketch.isNotNull()
        & F.forall(sketch, lambda value: value.rlike("^[0-9a-f]{16}$"))
        & (sketch == F.array_sort(F.array_distinct(sketch)))
        & _is_fingerprint("record.identical")
        & _is_fingerprint("record.lexical")
        & (state.isNull() | state.between(SKETCHED, NO_RECORD))
    )
    known = F.when(F.size(sketch) == 0, UNSAMPLED).otherwise(SKETCHED)
    line = line.withColumn("usable", F.coalesce(usable, F.lit(False)))
    state = F.when(F.col("usable"), F.coalesce(state, known)).otherwise(NO_RECORD)
    sketch = F.when(F.col("usable"), sketch).otherwise(F.array().cast("array<string>"))
    return line.select(
        "number",
        F.coalesce(*(F.col(f"record.{name}") for name in _NAMES), "place").alias("name"),
        F.when(F.col("usable"), of).alias("of"),
        parameters.alias("parameters"),
        F.coalesce("record.text", "record.content", F.col("record.features").cast("string")).isNotNull().alias("other"),
        _fingerprint("record.identical").alias("raw"),
        _fingerprint("record.lexical").alias("canonical"),
        sketch.alias("sketch"),
        F.size(sketch).alias("size"),
        state.alias("state"),
    )


def _is_fingerprint(column: str) -> Column:
    return F.col(column).isNull() | F.col(column).rlike("^[0-9a-f]{32}$")


def _fingerprint(column: str) -> Column:
    """A fingerprint of a line that is usable; that of nothing is none."""
    return F.when(F.col("usable") & (F.col(column) != "0" * 32), F.col(column))


def _numbered(spark: SparkSession, sources: Sequence[str]) -> DataFrame:
    """Every line that is not blank, as `value`, with its document's `number` and the `place` that names it otherwise.

    Spark hands out the blocks of files to tasks as it likes, but counts on within a task. So blocks are counted first,
    and a line's number is that of all before its block, and of those before it there. A table of blocks is small.
    """

    def lines_of(at: int, source: str) -> DataFrame:
        text = spark.read.text(source, lineSep="\n")
        block = ["_metadata.file_path", "_metadata.file_block_start"]
        return text.select(F.lit(at).alias("source"), F.lit(source).alias("origin"), *block, "value")

    block = ["source", "file_path", "file_block_start"]
    # Counted before and after the blank ones are out: names count them, documents do not.
    lines = reduce(DataFrame.union, (lines_of(at, source) for at, source in enumerate(sources)))
    lines = lines.withColumn("line", F.monotonically_increasing_id())
    filled = lines.where(F.col("value").rlike("[^ \\t\\r\\f]")).withColumn("row", F.monotonically_increasing_id())
    counts = (
        lines.groupBy(block)
        .agg(F.min("line").alias("first_line"), F.count("*").alias("lines"))
        .join(filled.groupBy(block).agg(F.min("row").alias("first_row"), F.count("*").alias("rows")), block)
    )
    before = Window.orderBy(block).rowsBetween(Window.unboundedPreceding, -1)
    in_source = Window.partitionBy("source").orderBy(block).rowsBetween(Window.unboundedPreceding, -1)
    blocks = counts.select(
        *block,
        (F.coalesce(F.sum("rows").over(before), F.lit(0)) - F.col("first_row")).alias("row_base"),
        (F.coalesce(F.sum("lines").over(in_source), F.lit(0)) - F.col("first_line") + 1).alias("line_base"),
    )
    return filled.join(F.broadcast(blocks), block).select(
        (F.col("row_base") + F.col("row")).alias("number"),
        F.concat_ws(":", "origin", F.col("line_base") + F.col("line")).alias("place"),
        "value",
    )


def refuse_mixtures(documents: DataFrame) -> None:
    """Texts, feature sets, and sketches that were made in different ways do not compare."""
    told = {"what it brings": "of", "parameters": "parameters", "no sketch": "other"}
    facts = F.array(*(F.struct(F.lit(what).alias("what"), F.col(of).alias("value")) for what, of in told.items()))
    document = F.struct("number", "name", "value")
    mixed = (
        documents.withColumn("other", F.when(F.col("other"), "text"))
        .select("number", "name", F.inline(facts))
        .where(F.col("value").isNotNull())
        .groupBy("what", "value")
        .agg(F.min_by("name", "number").alias("name"), F.min("number").alias("number"))
        .groupBy("what")
        .agg(F.count("*").alias("kinds"), F.min(document).alias("first"), F.max(document).alias("second"))
        .where((F.col("kinds") > 1) | (F.col("what") == "no sketch"))
        .collect()
    )
    for what, _, first, second in mixed:
        if what == "no sketch":
            raise Mixed(f"{first.name!r} is no sketch: `chaffinch corpus sketch` makes one of it")
        raise Mixed(
            f"{second.name!r} brings a sketch of {second.value}, but {first.name!r} one of {first.value}; they do not compare"
        )
