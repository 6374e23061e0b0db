"""Measures other stores on the records, vectors and questions that Lukasa's benchmark wrote.

    python memory.py --peer sqlite --data DIR --work DIR

DATA/records.jsonl has a record a line: {"agent", "text"}; DATA/vectors.f32 their vectors, little-endian float32 at length one.
DATA/questions.jsonl has a question a line: {"agent", "word", "words", "row"}: a word and a few words of the record at that
row. DATA/questions.f32 has the vectors of the words, DATA/truth.u32 the rows of the agent that are truly nearest, ten each
(fewer are filled up with 2**32-1). memory.txt has the pinned versions. WORK is where the store goes; it must not exist.

Every answer is of the asking agent's records alone and has their texts. Writes one JSON object a line, each with "peer" and
"what": a "rate" of records a second; "ms" of each call, with the share that was "right"; "mb"; or a "note" that says why there
is nothing. Right is, for a keyword, that only records with the word came; for vectors, the share of the truly nearest; for
both together, that the record came from which the words were taken.
"""

import argparse
import json
import os
import time

import numpy as np

TOP = 10
DIM = 256


class Sqlite:
    """FTS5 and sqlite-vec in one file, fused by hand; the agent is a column of the words and the vectors' partition."""

    name = "SQLite 3.54.1, FTS5 + sqlite-vec 0.1.9"
    batch = 2000

    def __init__(self, work):
        import apsw
        import sqlite_vec

        os.makedirs(work)
        self.db = apsw.Connection(os.path.join(work, "records.db"))
        self.db.enable_load_extension(True)
        self.db.load_extension(sqlite_vec.loadable_path())
        for statement in (
            "PRAGMA journal_mode=WAL",
            "PRAGMA synchronous=FULL",
            "CREATE VIRTUAL TABLE words USING fts5(agent, text)",
            f"CREATE VIRTUAL TABLE vectors USING vec0(agent TEXT PARTITION KEY, v FLOAT[{DIM}] distance_metric=cosine)",
        ):
            self.db.execute(statement).fetchall()

    def add(self, first, records, vectors):
        rows = range(first + 1, first + 1 + len(records))
        with self.db:
            self.db.executemany("INSERT INTO words(rowid, agent, text) VALUES(?,?,?)", [(i, r["agent"], r["text"]) for i, r in zip(rows, records)])
            self.db.executemany("INSERT INTO vectors(rowid, agent, v) VALUES(?,?,?)", [(i, r["agent"], v.tobytes()) for i, r, v in zip(rows, records, vectors)])

    def finish(self):
        pass

    def matching(self, agent, words, limit):
        quoted = " OR ".join('"' + w.replace('"', '""') + '"' for w in words)
        return self.db.execute(
            "SELECT rowid, text FROM words WHERE words MATCH ? ORDER BY bm25(words, 0, 1) LIMIT ?", (f'agent:"{agent}" AND text:({quoted})', limit)
        ).fetchall()

    def nearest(self, agent, vector, limit):
        return [i for i, in self.db.execute("SELECT rowid FROM vectors WHERE v MATCH ? AND k = ? AND agent = ?", (vector.tobytes(), limit, agent))]

    def texts(self, rows):
        return [(i - 1, self.db.execute("SELECT text FROM words WHERE rowid = ?", (i,)).fetchone()[0]) for i in rows]

    def keyword(self, q, vector):
        return [(i - 1, text) for i, text in self.matching(q["agent"], [q["word"]], TOP)]

    def vector(self, q, vector):
        return self.texts(self.nearest(q["agent"], vector, TOP))

    def hybrid(self, q, vector):
        scores = {}
        for found in ([i for i, _ in self.matching(q["agent"], q["words"].split(), 50)], self.nearest(q["agent"], vector, 50)):
            for rank, i in enumerate(found):
                scores[i] = scores.get(i, 0) + 1 / (60 + rank)
        return self.texts(sorted(scores, key=lambda i: (-scores[i], i))[:TOP])


class Lance:
    """LanceDB's own indexes and its own hybrid search; vectors are scored again, since recall is about .8 without."""

    name = "LanceDB 0.40.0"
    batch = 10000

    def __init__(self, work):
        os.environ["LANCEDB_LOG"] = "error"  # else it warns at every question, which takes time
        import lancedb
        import pyarrow as pa

        self.pa = pa
        self.schema = pa.schema([("row", pa.int64()), ("agent", pa.string()), ("text", pa.string()), ("vector", pa.list_(pa.float32(), DIM))])
        self.table = lancedb.connect(work).create_table("records", schema=self.schema)

    def add(self, first, records, vectors):
        flat = self.pa.array(np.ascontiguousarray(vectors).reshape(-1))
        self.table.add(
            self.pa.table(
                [range(first, first + len(records)), [r["agent"] for r in records], [r["text"] for r in records], self.pa.FixedSizeListArray.from_arrays(flat, DIM)],
                schema=self.schema,
            )
        )

    def finish(self):
        if self.table.count_rows() >= 5000:  # fewer are scanned, as its makers advise
            self.table.create_index(metric="cosine", vector_column_name="vector")
        self.table.create_fts_index("text", stem=False, remove_stop_words=False)
        self.table.create_scalar_index("agent")

    def of(self, search, q):
        rows = search.where(f"agent = '{q['agent']}'", prefilter=True).limit(TOP).select(["row", "text"]).to_list()
        return [(r["row"], r["text"]) for r in rows]

    def keyword(self, q, vector):
        return self.of(self.table.search(q["word"], query_type="fts"), q)

    def vector(self, q, vector):
        return self.of(self.table.search(vector, vector_column_name="vector").metric("cosine").refine_factor(10), q)

    def hybrid(self, q, vector):
        return self.of(self.table.search(query_type="hybrid").vector(vector).text(q["words"]).metric("cosine").refine_factor(10), q)


class Chroma:
    """Words are a condition, not a rank: a part of the text as it stands."""

    name = "Chroma 1.5.9"
    batch = 5000

    def __init__(self, work):
        import chromadb

        client = chromadb.PersistentClient(work, chromadb.Settings(anonymized_telemetry=False))
        self.records = client.create_collection("records", metadata={"hnsw:space": "cosine"}, embedding_function=None)

    def add(self, first, records, vectors):
        self.records.add(
            ids=[str(i) for i in range(first, first + len(records))],
            embeddings=vectors,
            documents=[r["text"] for r in records],
            metadatas=[{"agent": r["agent"]} for r in records],
        )

    def finish(self):
        pass

    def keyword(self, q, vector):
        found = self.records.get(where={"agent": q["agent"]}, where_document={"$contains": q["word"]}, limit=TOP)
        return [(int(i), text) for i, text in zip(found["ids"], found["documents"])]

    def vector(self, q, vector):
        found = self.records.query(query_embeddings=[vector], n_results=TOP, where={"agent": q["agent"]})
        return [(int(i), text) for i, text in zip(found["ids"][0], found["documents"][0])]

    hybrid = "no ranked search by words to join with"


class Mem0:
    """Without a language model (infer=False), over its local Qdrant, with the vectors handed in."""

    name = "mem0 2.2.1, infer=False"
    batch = 100

    def __init__(self, work):
        os.environ["MEM0_TELEMETRY"] = "False"
        os.environ["MEM0_DIR"] = work
        import mem0

        local = {"provider": "qdrant", "config": {"path": os.path.join(work, "qdrant"), "embedding_model_dims": DIM, "on_disk": True}}
        unused = {"provider": "openai", "config": {"api_key": "none"}}
        self.memory = mem0.Memory.from_config(
            {"vector_store": local, "embedder": unused, "llm": unused, "history_db_path": os.path.join(work, "history.db")}
        )
        self.memory.embedding_model = self

    def embed(self, text, memory_action=None):
        return self.next.tolist()

    def embed_batch(self, texts, memory_action=None):
        return [self.embed(text) for text in texts]

    def add(self, first, records, vectors):
        for i, (r, self.next) in enumerate(zip(records, vectors)):
            self.memory.add(r["text"], user_id=r["agent"], infer=False, metadata={"row": first + i})

    def finish(self):
        pass

    def vector(self, q, vector):
        self.next = vector
        found = self.memory.search(q["words"], top_k=TOP, filters={"user_id": q["agent"]}, threshold=0.0)
        return [(r["metadata"]["row"], r["memory"]) for r in found["results"]]

    keyword = "no search by words without a model to download"
    hybrid = keyword


def right(what, q, nearest, found):
    if what == "keyword":
        return float(len(found) > 0 and all(q["word"].lower() in text.lower() for _, text in found))
    rows = [row for row, _ in found]
    if what == "hybrid":
        return float(q["row"] in rows)
    nearest = nearest[nearest != 2**32 - 1]
    return len(set(rows) & set(nearest.tolist())) / len(nearest)


def size(folder):
    return sum(os.path.getsize(os.path.join(d, f)) for d, _, files in os.walk(folder) for f in files)


def timed(call, *args):
    began = time.perf_counter()
    found = call(*args)
    return (time.perf_counter() - began) * 1e3, found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--peer", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--work", required=True)
    args = parser.parse_args()

    def read(name):
        with open(os.path.join(args.data, name)) as lines:
            return [json.loads(line) for line in lines]

    records, questions = read("records.jsonl"), read("questions.jsonl")
    vectors = np.fromfile(os.path.join(args.data, "vectors.f32"), dtype="<f4").reshape(-1, DIM)
    asked = np.fromfile(os.path.join(args.data, "questions.f32"), dtype="<f4").reshape(-1, DIM)
    truth = np.fromfile(os.path.join(args.data, "truth.u32"), dtype="<u4").reshape(-1, TOP)
    kind = {"sqlite": Sqlite, "lancedb": Lance, "chroma": Chroma, "mem0": Mem0}[args.peer]

    def say(what, **more):
        print(json.dumps({"peer": kind.name, "what": what, **more}), flush=True)

    peer = kind(args.work)
    began = time.perf_counter()
    for at in range(0, len(records), peer.batch):
        peer.add(at, records[at : at + peer.batch], vectors[at : at + peer.batch])
    peer.finish()
    say("ingest", rate=len(records) / (time.perf_counter() - began))

    for what in ("keyword", "vector", "hybrid"):
        ask = getattr(peer, what)
        if isinstance(ask, str):
            say(what, note=ask)
            continue
        ask(questions[0], asked[0])  # the first opens what the rest find open
        calls = [timed(ask, q, v) for q, v in zip(questions, asked)]
        shares = [right(what, q, t, found) for q, t, (_, found) in zip(questions, truth, calls)]
        say(what, ms=[ms for ms, _ in calls], right=sum(shares) / len(shares))

    singles = []
    for i in range(min(200, len(records))):
        fresh = {"agent": records[i]["agent"], "text": f"again {i}: {records[i]['text']}"}
        singles.append(timed(peer.add, len(records) + i, [fresh], vectors[i : i + 1])[0])
    say("single insert", ms=singles)
    say("disk", mb=size(args.work) / 1e6)


main()
