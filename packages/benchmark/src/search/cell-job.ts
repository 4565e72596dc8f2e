import type { Corpus } from '../corpus/draw-corpus.ts'
import type { Engine, EngineLibrary } from '../engines/engine.ts'
import { drawChanges } from './draw-changes.ts'
import { type CellJob, type CellResult, type Exam, TOP } from './job.ts'
import { measureChanges } from './measure-changes.ts'
import { measureQueries } from './measure-queries.ts'
import { measureSnapshot } from './measure-snapshot.ts'
import { measureMemory } from './memory.ts'
import { prepareDocuments } from './prepare-documents.ts'
import type { Figures } from './row.ts'
import { type Timed, timed } from './stopwatch.ts'

/** Enough for code to be compiled. */
const REHEARSED_TOOLS = 2_000
/** Share of the time for queries that warming up may take, and changes too. */
const SIDE_BUDGET = 0.3

/**
 * Measures one engine in this process, which has done nothing else before. The steps stand in the order in which
 * they do not disturb each other: import before the corpus, memory before warm queries, changes last.
 */
export async function measureCell(engine: Engine, job: CellJob): Promise<CellResult> {
  const { tools, exam, budgetMs } = job
  const { result: library, elapsedMs: importMs } = await timed(() => engine.load())
  const changes = drawChanges(engine, job)
  const queries = exam.queries.map(({ text }) => engine.prepareQuery(text))
  const warmUp = exam.warmUp.map(({ text }) => engine.prepareQuery(text)) // A few for nothing: what reading a corpus compiles and allocates for good is no part of an index.
  prepareDocuments(engine, { ...job, tools: Math.min(tools, REHEARSED_TOOLS) })

  const before = await measureMemory()
  const { result: index, elapsedMs: buildMs } = await build(engine, library, job)
  const first = await timed(() => index.search(warmUp[0] ?? '', TOP))
  const after = await measureMemory()
  const native = index.nativeBytes?.() ?? 0

  await measureQueries(index, warmUp, budgetMs * SIDE_BUDGET)
  const { answers, ...speed } = await measureQueries(index, queries, budgetMs)
  const { savedBytes, problem, ...snapshot } = await measureSnapshot(index, queries)
  const changed = await measureChanges(index, changes, queries, budgetMs * SIDE_BUDGET)
  index.close()

  const heap = after.heap - before.heap
  return {
    notes: problem === undefined ? [] : [problem],
    figures: {
      ...speed,
      ...snapshot,
      ...changed,
      ...marks(answers, exam),
      buildToolsPerSecond: (tools / buildMs) * 1_000,
      firstQueryMs: first.elapsedMs,
      bytesPerTool: (heap + after.external - before.external + native) / tools,
      heapBytesPerTool: heap / tools,
      residentBytesPerTool: (after.resident - before.resident) / tools,
      savedBytesPerTool: savedBytes === null ? null : savedBytes / tools,
      importMs,
    },
  }
}

/** A function of its own, so that the documents die with it unless the engine keeps them. */
async function build<Document>(
  engine: Engine<Document>,
  library: EngineLibrary<Document>,
  corpus: Corpus,
): Promise<Timed<Awaited<ReturnType<EngineLibrary<Document>['build']>>>> {
  const documents = prepareDocuments(engine, corpus)
  globalThis.gc?.()
  return timed(() => library.build(documents))
}

/** How good the answers are, the first ones of the exam. */
function marks(answers: readonly (readonly string[])[], exam: Exam): Pick<Figures, 'agreement' | 'hitAt10'> {
  let agreement = 0
  let hits = 0
  answers.forEach((ids, i) => {
    const exact = exam.answers[i] ?? []
    agreement += exact.length === 0 ? 1 : exact.filter((id) => ids.includes(id)).length / exact.length
    if (ids.includes(exam.queries[i]?.target ?? '')) hits += 1
  })
  const hitAt10 = exam.queries.some(({ target }) => target !== undefined) ? hits / answers.length : null
  return { agreement: agreement / answers.length, hitAt10 }
}
