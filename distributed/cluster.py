"""Clusters sketches on Apache Spark: what `chaffinch corpus cluster` makes of them, on as many machines as there are.

    chaffinch corpus sketch --output sketches/part-1.jsonl.zst crawl-1/    # on any machine, for any part
    spark-submit --master MASTER --py-files sketches.zip distributed/cluster.py --output clusters sketches/

(`--py-files` is for masters that run this program elsewhere: `cd distributed && zip -r ../sketches.zip sketches`.)

The stages are those of Broder, Glassman, Manasse and Zweig, "Syntactic clustering of the web" (1997), as docs/corpora.md
tells them: fold, divide and sort, count pairs, join. They are written as DataFrames throughout, so that rows never leave
Spark for Python, and nothing that grows with the corpus is collected by the driver.
"""

import argparse
import sys
from collections.abc import Callable, Sequence

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from sketches import components, folding, lines, pairs, results, rungs


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line, whose options mean what those of `chaffinch corpus cluster` mean."""
    parser = argparse.ArgumentParser(description="Clusters what `chaffinch corpus sketch` wrote, on Apache Spark.")
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="JSON Lines (.gz, .zst), or folders of them")
    parser.add_argument("--output", required=True, metavar="FOLDER", help="the clusters: parts that follow each other")
    parser.add_argument("--threshold", type=_share, default=0.5, help="documents at least this much alike are linked")
    parser.add_argument("--measure", choices=pairs.MEASURES, default="resemblance", help="alike by what")
    parser.add_argument(
        "--common-limit", type=int, default=1000, help="a shingle in more documents than this counts for nobody"
    )
    parser.add_argument(
        "--checkpoints", metavar="FOLDER", help="on storage that every machine sees: outlives the loss of a worker"
    )
    return parser.parse_args(words)


def _share(text: str) -> float:
    share = float(text)
    if not 0.0 <= share <= 1.0:
        raise argparse.ArgumentTypeError("a number between 0 and 1")
    return share


def cluster(spark: SparkSession, options: argparse.Namespace) -> DataFrame:
    """A row for each document: `number`, and `line`, which is its line of the result."""
    settle = _settler(spark, options.checkpoints)
    documents = lines.read(spark, options.sources).persist()
    lines.refuse_mixtures(documents)
    ladder = rungs.of(documents)
    documents = ladder.place(documents)
    folds = settle(folding.fold(documents))
    kept = documents.join(folds.where(F.col("how") == folding.KEPT).select("number"), "number", "left_semi")
    postings = pairs.postings(kept)
    common = pairs.common(postings, options.common_limit).persist()
    left_out = pairs.left_out(postings, common, ladder).persist()
    counted = pairs.count(pairs.without(kept, left_out), common)
    links = settle(pairs.links(counted, options.measure, options.threshold))
    folded = folds.where(F.col("how") != folding.KEPT)
    edges = links.select("smaller", "larger").union(folded.select("like", "number"))
    firsts = components.firsts(edges, settle)
    return results.rows(documents, firsts, results.closeness(links, folded), results.all_common(kept, left_out))


def _settler(spark: SparkSession, folder: str | None) -> Callable[[DataFrame], DataFrame]:
    """Computes a frame now and forgets how, so that what is made of it does not compute it again."""
    if folder is None:
        return lambda frame: frame.localCheckpoint()
    spark.sparkContext.setCheckpointDir(folder)
    return lambda frame: frame.checkpoint()


def main() -> None:
    options = arguments()
    spark = SparkSession.builder.appName("chaffinch corpus cluster").getOrCreate()
    try:
        results.write(cluster(spark, options), options.output)
    except lines.Mixed as mixed:
        sys.exit(f"cluster.py: {mixed}")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
