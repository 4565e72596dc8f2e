import { resolve } from 'node:path'
import type { Discovery } from '@toolscout/discovery'
import { createCatalogSearch, evaluateSearch } from '@toolscout/evaluation'
import { openCatalog, type RankingName } from '../catalog/open-catalog.ts'
import { CliUsageError, EXIT_CODES, GateFailedError } from '../errors.ts'
import {
  type Baseline,
  belowLeast,
  type MeasuredMetrics,
  readBaseline,
  regressions,
  writeBaseline,
} from '../evaluation/baseline.ts'
import { readGivenJudgments } from '../evaluation/judgments-file.ts'
import { catalogOf, measureProbeRecall, type ProbeRecall } from '../evaluation/probe-recall.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { shown, toColumns } from '../terminal/columns.ts'
import { toCatalogOptions } from './shared.ts'

/** Options of `eval`. */
export interface EvalOptions extends ListedOptions {
  readonly judgments?: string
  readonly probes: number
  readonly mode: RankingName
  readonly baseline?: string
  readonly updateBaseline?: boolean
  readonly tolerance: number
  readonly min?: readonly string[]
}

interface Measured extends Baseline {
  readonly notices: readonly string[]
  readonly arms?: ProbeRecall['arms'] | undefined
}

/** Measures how well tools are found, and holds that to a baseline. Rejects with `GATE_FAILED`. */
export async function evaluate(options: EvalOptions, context: CommandContext): Promise<undefined> {
  const { host, output } = context
  const least = readLeast(options.min ?? [])
  const file = options.baseline === undefined ? undefined : resolve(host.cwd, options.baseline)
  if (options.updateBaseline === true && file === undefined)
    throw new CliUsageError('--update-baseline wants a file: --baseline FILE.')
  const before = file === undefined ? undefined : await readBaseline(file)
  const measured = await measure(options, context)
  const { metrics, arms, tools, questions, notices } = measured
  const isUpdated = file !== undefined && (options.updateBaseline === true || before === undefined)
  const lost =
    isUpdated || before === undefined ? [] : regressions(metrics, before.metrics, options.tolerance)
  const problems = [...lost, ...belowLeast(metrics, least)]
  const exitCode = problems.length === 0 ? EXIT_CODES.ok : EXIT_CODES.gate
  const answer = { tools, questions, mode: options.mode, metrics, arms, baseline: before?.metrics }
  output.give({ ...answer, problems, notices, exitCode }, () =>
    toColumns([
      ...Object.entries(metrics).map(([name, value]) => [
        name,
        value.toFixed(4),
        before?.metrics[name] === undefined
          ? ''
          : output.palette.dim(`was ${before.metrics[name].toFixed(4)}`),
      ]),
      ...(arms ?? []).flatMap(({ arm, rate, probes, misses }) => [
        [output.palette.dim(`  ${arm}`), rate.toFixed(4), output.palette.dim(missText(probes, misses))],
      ]),
    ]).join('\n'),
  )
  for (const notice of notices.slice(0, 10)) output.warn(notice)
  output.note(`${questions} questions to ${tools} tools.`)
  if (isUpdated && file !== undefined) {
    await writeBaseline(file, measured)
    output.note(`Baseline written to ${file}.`)
  }
  if (problems.length > 0) throw new GateFailedError(problems.join(' '), problems)
}

async function measure(options: EvalOptions, context: CommandContext): Promise<Measured> {
  const { host, output } = context
  const { signal } = host
  let opened: Discovery | undefined
  const open = async (): Promise<Discovery> => {
    opened ??= await (await openCatalog(toCatalogOptions(options), context)).open(options.mode)
    return opened
  }
  const progress = output.progress('asking')
  try {
    if (options.judgments === undefined) {
      const discovery = await open()
      const onProgress = progress.update
      const recall = await measureProbeRecall(discovery, { limit: options.probes, signal, onProgress })
      return {
        tools: discovery.index.size,
        questions: recall.probes,
        metrics: { 'recall@5': recall.recallAt5 },
        notices: [],
        arms: recall.arms,
      }
    }
    const place = resolve(host.cwd, options.judgments)
    const { judgments, hasOwnTools } = await readGivenJudgments(place, async () => catalogOf(await open()))
    const search = hasOwnTools ? createCatalogSearch(judgments.tools).search : (await open()).search
    const total = judgments.queries.length
    const result = await evaluateSearch(judgments, search, {
      signal,
      onProgress: (done) => progress.update(done, total),
    })
    const metrics: MeasuredMetrics = { ...result.means, falseReturnRate: result.falseReturnRate }
    return { tools: judgments.tools.length, questions: total, metrics, notices: judgments.notices }
  } finally {
    progress.end()
    await opened?.close()
  }
}

function missText(probes: number, misses: ProbeRecall['arms'][number]['misses']): string {
  const [first] = misses
  const missed = first === undefined ? '' : `, such as ${shown(first.text, 50)}`
  return `${probes} probes${missed}`
}

function readLeast(given: readonly string[]): MeasuredMetrics {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, value] = /^([\w@]+)=(\d*\.?\d+)$/.exec(text) ?? []
      if (name === undefined)
        throw new CliUsageError(`--min wants METRIC=NUMBER, such as recall@5=0.97, not ${shown(text)}.`)
      return [name, Number(value)]
    }),
  )
}
