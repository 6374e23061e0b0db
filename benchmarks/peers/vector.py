"""Measures other vector libraries on vectors that Lukasa's benchmark wrote.

    python vector.py --engine hnswlib --base PATH --dim D --efs 20,30,... [--threads 2]

PATH.rows, PATH.queries and PATH.truth are little-endian float32, float32 and uint32 without headers; truth holds
ten row numbers a query. vector.txt has the pinned versions.

Writes one JSON object a line: {"engine", "build_s", "build_cpu_us"} after building, and
{"engine", "ef", "recall", "p50_us", "p99_us", "qps", "cpu_us"} for each search effort. Queries run on one thread: qps is one
call with all queries, so the interpreter costs the library nothing; p50 and p99 are single calls.
"""

import argparse
import json
import resource
import time


def processor():
    use = resource.getrusage(resource.RUSAGE_SELF)
    return use.ru_utime + use.ru_stime


class Hnswlib:
    name = "hnswlib 0.8.0 f32"

    def __init__(self, rows, threads, m, ef):
        import hnswlib

        self.index = hnswlib.Index(space="ip", dim=rows.shape[1])
        self.index.init_index(max_elements=len(rows), M=m, ef_construction=ef, random_seed=1)
        self.index.add_items(rows, num_threads=threads)

    def effort(self, ef):
        self.index.set_ef(ef)

    def search(self, queries):
        return self.index.knn_query(queries, k=10, num_threads=1)[0]


class Usearch:
    name = "usearch 2.26.6 i8"

    def __init__(self, rows, threads, m, ef):
        import numpy as np
        from usearch.index import Index

        self.index = Index(ndim=rows.shape[1], metric="cos", dtype="i8", connectivity=m, expansion_add=max(ef, 128))
        self.index.add(np.arange(len(rows)), rows, threads=threads)

    def effort(self, ef):
        self.index.expansion_search = ef

    def search(self, queries):
        found = self.index.search(queries, 10, threads=1)
        return found.keys.reshape(len(queries), -1)


class Faiss:
    name = "faiss 1.15.1 HNSW SQ8"

    def __init__(self, rows, threads, m, ef):
        import faiss

        self.faiss = faiss
        faiss.omp_set_num_threads(threads)
        self.index = faiss.IndexHNSWSQ(rows.shape[1], faiss.ScalarQuantizer.QT_8bit, m, faiss.METRIC_INNER_PRODUCT)
        self.index.hnsw.efConstruction = ef
        self.index.train(rows[: min(len(rows), 100_000)])
        self.index.add(rows)

    def effort(self, ef):
        self.faiss.omp_set_num_threads(1)
        self.index.hnsw.efSearch = ef

    def search(self, queries):
        return self.index.search(queries, 10)[1]


def measure(engine, queries, truth, ef):
    import numpy as np

    engine.effort(ef)
    engine.search(queries)
    times = []
    for i in range(len(queries)):
        began = time.perf_counter()
        engine.search(queries[i : i + 1])
        times.append(time.perf_counter() - began)
    began, cpu = time.perf_counter(), time.process_time()
    found = engine.search(queries)
    total, cpu = time.perf_counter() - began, time.process_time() - cpu
    right = sum(len(np.intersect1d(found[i], truth[i])) for i in range(len(queries)))
    p50, p99 = np.quantile(times, [0.5, 0.99])
    return {
        "engine": engine.name,
        "ef": ef,
        "recall": right / truth.size,
        "p50_us": p50 * 1e6,
        "p99_us": p99 * 1e6,
        "qps": len(queries) / total,
        "cpu_us": cpu / len(queries) * 1e6,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--dim", type=int, required=True)
    parser.add_argument("--efs", required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--m", type=int, default=16)
    parser.add_argument("--ef-construction", type=int, default=100)
    args = parser.parse_args()

    import numpy as np

    rows = np.fromfile(args.base + ".rows", dtype="<f4").reshape(-1, args.dim)
    queries = np.fromfile(args.base + ".queries", dtype="<f4").reshape(-1, args.dim)
    truth = np.fromfile(args.base + ".truth", dtype="<u4").reshape(len(queries), -1)
    wall, cpu = time.perf_counter(), processor()
    engine = {"hnswlib": Hnswlib, "usearch": Usearch, "faiss": Faiss}[args.engine](
        rows, args.threads, args.m, args.ef_construction
    )
    wall, cpu = time.perf_counter() - wall, processor() - cpu
    print(json.dumps({"engine": engine.name, "build_s": wall, "build_cpu_us": cpu / len(rows) * 1e6}), flush=True)
    for ef in args.efs.split(","):
        print(json.dumps(measure(engine, queries, truth, int(ef))), flush=True)


main()
