import { resolve } from 'node:path'
import type { Discovery } from '@toolscout/discovery'
import { type CatalogTool, createProbes, evaluateProbes, evaluateSearch } from '@toolscout/evaluation'
import type { ArmEvaluation } from '@toolscout/evaluation/internal'
import { type RankingName, useCatalog } from '../catalog/open-catalog.ts'
import { CliError, EXIT_CODES } from '../errors.ts'
import { type Baseline, readBaseline, regressions, writeBaseline } from '../evaluation/baseline.ts'
import { readQuestions } from '../evaluation/questions-file.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { shown, toColumns } from '../terminal/columns.ts'

/** Options of `eval`. */
export interface EvalOptions extends ListedOptions {
  readonly judgments?: string
  readonly probes: number
  readonly mode: RankingName
  readonly baseline?: string
  readonly tolerance: number
}

/** Hits a model is taken to look at. */
const WITHIN = 5

interface Measured extends Baseline {
  readonly notices: readonly string[]
  readonly arms?: readonly ArmEvaluation[]
}

/** Measures how well tools are found, and holds that to a baseline. Rejects with `GATE_FAILED`. */
export async function evaluate(options: EvalOptions, context: CommandContext): Promise<undefined> {
  const { host, output } = context
  const { dim } = output.palette
  const { mode, tolerance, judgments } = options
  const file = options.baseline === undefined ? undefined : resolve(host.cwd, options.baseline)
  const baseline = file === undefined ? undefined : await readBaseline(file)
  return useCatalog(options, context, async (catalog) => {
    const discovery = await catalog.open(mode)
    const measured =
      judgments === undefined
        ? await measureProbes(discovery, options.probes, context)
        : await measureQuestions(discovery, resolve(host.cwd, judgments), context)
    const { tools, questions, metrics, arms = [], notices } = measured
    const problems = regressions(metrics, baseline ?? {}, tolerance)
    const exitCode = problems.length === 0 ? EXIT_CODES.ok : EXIT_CODES.gate
    output.give({ ...measured, mode, baseline, problems, exitCode }, () =>
      toColumns([
        ...Object.entries(metrics).map(([name, value]) => {
          const before = baseline?.[name]
          return [name, value.toFixed(4), before === undefined ? '' : dim(`was ${before.toFixed(4)}`)]
        }),
        ...arms.map(({ arm, rate, probes, misses: [miss] }) => {
          const missed = miss === undefined ? '' : `, such as ${shown(miss.text, 50)}`
          return [dim(`  ${arm}`), rate.toFixed(4), dim(`${probes} probes${missed}`)]
        }),
      ]).join('\n'),
    )
    for (const notice of notices.slice(0, 10)) output.warn(notice)
    output.note(`${questions} questions to ${tools} tools.`)
    if (file !== undefined && baseline === undefined) {
      await writeBaseline(file, measured)
      output.note(`Baseline written to ${file}.`)
    }
    if (problems.length > 0) throw new CliError('GATE_FAILED', problems.join(' '))
  })
}

/** Asks for tools by their names in several spellings and by their descriptions, see `createProbes`. */
async function measureProbes(
  discovery: Discovery,
  limit: number,
  { host: { signal }, output }: CommandContext,
): Promise<Measured> {
  const made = createProbes(catalogOf(discovery), { limit })
    .filter(({ probes }) => probes.length > 0)
    .map((arm) => ({ ...arm, metric: `recall@${WITHIN}`, within: WITHIN }))
  const questions = made.reduce((sum, { probes }) => sum + probes.length, 0)
  const arms = await output.progress('asking', (update) =>
    evaluateProbes(made, discovery.search, {
      misses: 3,
      signal,
      onProgress: (done) => update(done, questions),
    }),
  )
  const found = arms.reduce((sum, { hits }) => sum + hits, 0)
  const metrics = { [`recall@${WITHIN}`]: questions === 0 ? 0 : found / questions }
  return { tools: discovery.index.size, questions, metrics, notices: [], arms }
}

async function measureQuestions(
  discovery: Discovery,
  file: string,
  { host: { signal }, output }: CommandContext,
): Promise<Measured> {
  const judgments = await readQuestions(file, catalogOf(discovery))
  const { queries, tools, notices } = judgments
  const { means, falseReturnRate } = await output.progress('asking', (update) =>
    evaluateSearch(judgments, discovery.search, {
      signal,
      onProgress: (done) => update(done, queries.length),
    }),
  )
  return { tools: tools.length, questions: queries.length, metrics: { ...means, falseReturnRate }, notices }
}

/** The tools of a facade, with its own ids, as something to ask for. */
function catalogOf({ index }: Discovery): readonly CatalogTool[] {
  return index.list().map(({ tool }) => ({ ...tool }) as CatalogTool)
}
