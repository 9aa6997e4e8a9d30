"""Clusters sketches on Apache Spark, with the same result as `chaffinch-corpus cluster`, on any number of machines.

    chaffinch-corpus sketch --output sketches/part-1.jsonl.zst crawl-1/    # on any machine, for each part
    spark-submit --master MASTER --py-files sketches.zip distributed/cluster.py --output clusters sketches/

Masters that run this program on other machines need `--py-files`; create the file with
`cd distributed && zip -r ../sketches.zip sketches`.

The stages are those of Broder, Glassman, Manasse and Zweig, "Syntactic clustering of the web" (1997): fold, divide and
sort, count pairs, join. docs/using/corpora.md describes them. All stages use DataFrames, so rows never leave Spark for
Python, and the driver never collects data that grows with the corpus.
"""

import argparse
import sys
from collections.abc import Callable, Sequence

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from sketches import components, folding, lines, pairs, results, rungs


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Parses the command line. Options have the meaning of those of `chaffinch-corpus cluster`."""
    parser = argparse.ArgumentParser(description="Cluster the output of `chaffinch-corpus sketch` on Apache Spark.")
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="JSON Lines (.gz, .zst), or folders of such files")
    parser.add_argument("--output", required=True, metavar="FOLDER", help="folder for the clusters, in numbered parts")
    parser.add_argument(
        "--threshold",
        type=_share,
        default=0.5,
        help="link documents that are at least this much alike, from 0 to 1 (default: %(default)s)",
    )
    parser.add_argument(
        "--measure", choices=pairs.MEASURES, default="resemblance", help="measure of likeness (default: %(default)s)"
    )
    parser.add_argument(
        "--common-limit",
        type=int,
        default=1000,
        help="ignore shingles that more documents than this share (default: %(default)s)",
    )
    parser.add_argument(
        "--checkpoints",
        metavar="FOLDER",
        help="keep checkpoints in this folder, which every machine must reach; a run then survives the loss of a worker",
    )
    return parser.parse_args(words)


def _share(text: str) -> float:
    share = float(text)
    if not 0.0 <= share <= 1.0:
        raise argparse.ArgumentTypeError("must be a number between 0 and 1")
    return share


def cluster(spark: SparkSession, options: argparse.Namespace) -> DataFrame:
    """Returns a row for each document: its `number`, and its `line` of the result."""
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
    """Returns a function that computes a frame now and cuts its lineage, so that later stages do not compute it again."""
    if folder is None:
        return lambda frame: frame.localCheckpoint()
    spark.sparkContext.setCheckpointDir(folder)
    return lambda frame: frame.checkpoint()


def main() -> None:
    options = arguments()
    spark = SparkSession.builder.appName("chaffinch-corpus cluster").getOrCreate()
    try:
        results.write(cluster(spark, options), options.output)
    except lines.Mixed as mixed:
        sys.exit(f"cluster.py: {mixed}")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
