import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createQualityReport, formatQualityReport } from '@toolscout/evaluation'
import { DEFAULT_METRICS, formatRun, type SearchEvaluation } from '@toolscout/evaluation/internal'
import { messageOf } from '@toolscout/model/internal'
import { type EvaluationSurroundings, runEvaluationCommand } from '../command/evaluation-command.ts'
import { readSets } from '../command/read-sets.ts'
import { requireKnownSets } from '../command/read-weights.ts'
import { requireWritable } from '../command/require-writable.ts'
import { describeRun, formatProvenance, writeOutputs } from '../command/write-outputs.ts'
import { listArmSearches, WORDS } from './arms/list-arm-searches.ts'
import { compareSearchers, compareWith, formatComparisons } from './compare-searchers.ts'
import { createKindRows, formatKinds } from './kinds.ts'
import { measureSets } from './measure-sets.ts'
import { HELP, parseQualityOptions } from './options.ts'
import { createRowPrinter } from './row-printer.ts'

/** The usual metrics, and whether all tools of a task are there. */
const METRICS: readonly string[] = [...DEFAULT_METRICS, 'complete@5']
/** What is said of each kind of question. */
const KIND_METRICS: readonly string[] = ['ndcg@10', 'recall@5', 'hit@1']
/** A fusion with a spoilt arm has the longest of their names. */
const LONGEST_ARM = 'reciprocal-rank semantic'
/** The metric searches are compared by. */
const COMPARED: readonly string[] = ['ndcg@10']

/** Runs `bench:quality` and gives its exit code. */
export async function runQualityCommand(
  parameters: readonly string[],
  surroundings: EvaluationSurroundings,
): Promise<number> {
  return runEvaluationCommand(surroundings, async (tools) => {
    const options = parseQualityOptions(parameters)
    if (options.isHelp) return tools.print(HELP)
    requireWritable(options)
    const sets = await readSets(options, tools)
    const names = sets.map(({ name }) => name)
    requireKnownSets(options.weights, names)
    const arms = { seed: options.seed, table: await readTable(options.tableFile) }
    const printer = createRowPrinter(tools.print, {
      name: longestOf(names),
      searcher: options.isArms ? LONGEST_ARM : longestOf(options.searches.map(({ name }) => name)),
    })
    const evaluations = await measureSets(
      sets,
      {
        searchesOf: options.isArms ? (set) => listArmSearches(set, arms) : () => options.searches,
        metrics: METRICS,
        countsTokens: !options.isArms,
        onEvaluation: printer.row,
      },
      tools,
    )
    const { weights } = options
    const report = createQualityReport(evaluations, { weights })
    printer.means(report)
    const kinds = createKindRows(sets, evaluations, KIND_METRICS)
    tools.print(formatKinds(kinds, 'text'))
    tools.progress.show('comparing')
    const plan = { metrics: COMPARED, seed: options.seed, weights, signal: tools.signal }
    const comparisons = options.isArms
      ? await compareWith(WORDS, evaluations, plan)
      : await compareSearchers(evaluations, plan)
    tools.progress.clear()
    const provenance = describeRun('bench:quality', parameters, tools.now())
    const markdown = [
      formatQualityReport(report, 'markdown'),
      formatKinds(kinds, 'markdown'),
      formatComparisons(comparisons, 'markdown'),
    ]
    tools.print(`${formatComparisons(comparisons, 'text')}\n${formatProvenance(provenance)}`)
    if (options.runsFolder !== undefined) await writeRuns(options.runsFolder, evaluations)
    await writeOutputs(options, {
      json: { ...report, kinds, comparisons, ...provenance },
      markdown: `${markdown.join('')}\n${formatProvenance(provenance)}`,
    })
  })
}

function longestOf(names: readonly string[]): string {
  return names.reduce((longest, name) => (name.length > longest.length ? name : longest), '')
}

/** @throws RangeError when the file cannot be read. */
async function readTable(file: string | undefined): Promise<Uint8Array | undefined> {
  if (file === undefined) return undefined
  try {
    return await readFile(file)
  } catch (error) {
    throw new RangeError(`--table cannot be read: ${messageOf(error)}`)
  }
}

async function writeRuns(folder: string, evaluations: readonly SearchEvaluation[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { set, run } of evaluations) {
    await writeFile(join(folder, `${set}.${run.name}.tsv`), formatRun(run))
  }
}
