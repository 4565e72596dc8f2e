import type { Progress } from '../command/progress.ts'
import type { Corpus } from '../corpus/draw-corpus.ts'
import type { RealText } from '../corpus/recombine-tools.ts'
import type { Engine } from '../engines/engine.ts'
import { getEngine } from '../engines/registry.ts'
import { combinePairedRounds, combineRounds } from './combine-rounds.ts'
import type { CellResult, Exam } from './job.ts'
import type { BenchmarkOptions } from './options.ts'
import type { PairedRow, Row } from './row.ts'
import type { JobOutcome, RunJob } from './run-job.ts'

/** Everything that was measured. */
export interface BenchmarkFigures {
  readonly rows: readonly Row[]
  /** Absent when it was not asked for. */
  readonly paired?: readonly PairedRow[]
  /** Jobs that failed, a sentence each. */
  readonly problems: readonly string[]
}

/** The worker that runs the jobs, and the progress listener. */
export interface BenchmarkRun {
  /** What real tools are made of; absent for made-up ones. */
  readonly text: RealText | undefined
  readonly runJob: RunJob
  readonly progress: Progress
}

/** One corpus and the engines that can hold it. */
interface SizeRun extends BenchmarkRun {
  readonly options: BenchmarkOptions
  readonly tools: number
  readonly corpus: Corpus
  readonly engines: readonly Engine[]
  readonly exam: Exam
}

/** Runs all jobs, one at a time, since two would share caches and memory. */
export async function runBenchmark(options: BenchmarkOptions, run: BenchmarkRun): Promise<BenchmarkFigures> {
  const engines = options.engines.flatMap((name) => getEngine(name) ?? [])
  const rows: Row[] = []
  const paired: PairedRow[] = []
  const problems: string[] = []
  for (const tools of options.sizes) {
    run.progress.show(`${tools} tools: queries and their exact answers`)
    const corpus = { tools, seed: options.seed, text: run.text }
    const exam = await run.runJob<'exam'>({
      kind: 'exam',
      ...corpus,
      queries: options.queries,
      short: options.isShort,
    })
    if (exam.result === undefined) {
      problems.push(`${tools} tools: ${exam.problem}`)
      continue
    }
    const able = engines.filter(({ maxTools }) => tools <= maxTools)
    const sizeRun: SizeRun = { ...run, options, tools, corpus, engines: able, exam: exam.result }
    const cells = await runCells(sizeRun)
    for (const engine of engines) {
      const outcomes = cells.get(engine) ?? []
      rows.push(combineRounds(engine, { tools, queries: exam.result.queries.length }, outcomes))
      problems.push(...problemsOf(`${engine.name} at ${tools} tools`, outcomes))
    }
    if (options.pairedEngines.length === 0) continue
    const rounds = await runPairedRounds(sizeRun)
    paired.push(
      ...combinePairedRounds(rounds.flatMap(({ result }) => (result === undefined ? [] : [result]))),
    )
    problems.push(...problemsOf(`paired at ${tools} tools`, rounds))
  }
  run.progress.clear()
  return { rows, ...(options.pairedEngines.length > 0 ? { paired } : {}), problems }
}

/** Rounds go over all engines, so that a bad quarter of an hour of the machine is not one engine's alone. */
async function runCells(run: SizeRun): Promise<ReadonlyMap<Engine, readonly JobOutcome<CellResult>[]>> {
  const { options, tools, corpus, engines, exam, runJob, progress } = run
  const { rounds, budgetMs } = options
  const cells = new Map(engines.map((engine) => [engine, [] as JobOutcome<CellResult>[]]))
  for (let round = 1; round <= rounds; round += 1) {
    for (const [engine, outcomes] of cells) {
      progress.show(`${tools} tools, round ${round} of ${rounds}: ${engine.name}`)
      outcomes.push(await runJob<'cell'>({ kind: 'cell', engine: engine.name, ...corpus, exam, budgetMs }))
    }
  }
  return cells
}

async function runPairedRounds(run: SizeRun): Promise<readonly JobOutcome<readonly PairedRow[]>[]> {
  const { options, tools, corpus, exam, runJob, progress } = run
  const { rounds, budgetMs } = options
  const able = run.engines.map(({ name }) => name)
  const engines = options.pairedEngines.filter((name) => able.includes(name))
  const outcomes: JobOutcome<readonly PairedRow[]>[] = []
  for (let round = 1; round <= rounds; round += 1) {
    progress.show(`${tools} tools, round ${round} of ${rounds}: all in one process`)
    outcomes.push(await runJob<'paired'>({ kind: 'paired', engines, ...corpus, exam, budgetMs }))
  }
  return outcomes
}

function problemsOf(what: string, outcomes: readonly JobOutcome<unknown>[]): readonly string[] {
  return outcomes.flatMap(({ problem }) => (problem === undefined ? [] : [`${what}: ${problem}`]))
}
