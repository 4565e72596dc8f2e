import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  createCatalogSearch,
  evaluateVerdict,
  type Judgments,
  readJudgments,
  STARTER_SET,
} from '@toolscout/evaluation'
import {
  formatNumber,
  formatTable,
  type TableFormat,
  type VerdictEvaluation,
} from '@toolscout/evaluation/internal'
import {
  type CommandTools,
  type EvaluationSurroundings,
  runEvaluationCommand,
} from '../command/evaluation-command.ts'
import { readSets } from '../command/read-sets.ts'
import { requireWritable } from '../command/require-writable.ts'
import { describeRun, formatProvenance, writeOutputs } from '../command/write-outputs.ts'
import { fitVerdict } from './fit.ts'
import { HELP, parseVerdictOptions, type VerdictOptions } from './options.ts'

/** Means over the sets that have both groups. */
interface VerdictMeans {
  readonly auc: number | null
  readonly aucOfBestScore: number | null
  readonly answerableCalledNone: number | null
  readonly unanswerableCalledNone: number | null
  readonly unanswerableCalledStrong: number | null
}

/** Runs `bench:verdict` and gives its exit code. */
export async function runVerdictCommand(
  parameters: readonly string[],
  surroundings: EvaluationSurroundings,
): Promise<number> {
  return runEvaluationCommand(surroundings, async (tools) => {
    const options = parseVerdictOptions(parameters)
    if (options.isHelp) return tools.print(HELP)
    requireWritable(options)
    if (options.fit !== undefined) return fitWeights(options.fit, options, tools)
    const sets = await measureVerdicts(await readSets(options, tools), options, tools)
    const means = meansOf(sets)
    const provenance = describeRun('bench:verdict', parameters, tools.now())
    const measured = [...new Set(sets.map((set) => set.measured))].join(', ')
    const write = (format: TableFormat): string =>
      `${formatVerdicts(sets, means, format)}\nMeasured: ${measured}. ${formatProvenance(provenance)}`
    await writeOutputs(options, {
      json: { sets: sets.map(toJson), means, measured, ...provenance },
      markdown: write('markdown'),
    })
    tools.print(write('text'))
  })
}

async function fitWeights(file: string, options: VerdictOptions, tools: CommandTools): Promise<void> {
  const sets = await readSets(options, tools)
  const small = options.folders.length === 0 ? [] : [await readJudgments(STARTER_SET)]
  const { draws, seed, apart } = options
  const { weights, unseen } = await fitVerdict(sets, {
    draws,
    seed,
    apart,
    small,
    onSet: (name) => tools.note(name),
  })
  const source = `npm run bench:verdict -- --data SETS --draws ${draws} --apart ${apart} --fit ${basename(file)}`
  await writeFile(file, `${JSON.stringify({ source, ...weights }, undefined, 2)}\n`)
  const rows = unseen.map(({ variant, set, ...figures }) => [
    set,
    variant,
    ...[figures.auc, figures.aucOfBestScore, figures.calledNone].map((figure) => formatNumber(figure)),
  ])
  const titles = ['set', 'by', 'AUC when fitted on the others', 'AUC of best score', 'answerable: none']
  tools.print(formatTable({ titles, rows }, 'text'))
}

async function measureVerdicts(
  sets: readonly Judgments[],
  { seed, draws }: VerdictOptions,
  { progress, signal }: CommandTools,
): Promise<readonly VerdictEvaluation[]> {
  const evaluations: VerdictEvaluation[] = []
  for (const [i, set] of sets.entries()) {
    const onProgress = (answered: number): void =>
      progress.show(`set ${i + 1} of ${sets.length}, ${set.name}: ${answered} answers`)
    const createSearch = (tools: Judgments['tools']) => createCatalogSearch(tools).search
    evaluations.push(await evaluateVerdict(set, createSearch, { seed, draws, onProgress, signal }))
  }
  progress.clear()
  return evaluations
}

function toJson({
  set,
  auc,
  aucOfBestScore,
  answerableCalledNone,
  unanswerableCalledNone,
  unanswerableCalledStrong,
  ...rest
}: VerdictEvaluation): object {
  return {
    name: set,
    auc: auc ?? null,
    aucOfBestScore: aucOfBestScore ?? null,
    answerableCalledNone: answerableCalledNone ?? null,
    unanswerableCalledNone: unanswerableCalledNone ?? null,
    unanswerableCalledStrong: unanswerableCalledStrong ?? null,
    ...rest,
  }
}

function meansOf(sets: readonly VerdictEvaluation[]): VerdictMeans {
  const mean = (read: (set: VerdictEvaluation) => number | undefined): number | null => {
    const values = sets.flatMap((set) => read(set) ?? [])
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return {
    auc: mean(({ auc }) => auc),
    aucOfBestScore: mean((set) => set.aucOfBestScore),
    answerableCalledNone: mean((set) => set.answerableCalledNone),
    unanswerableCalledNone: mean((set) => set.unanswerableCalledNone),
    unanswerableCalledStrong: mean((set) => set.unanswerableCalledStrong),
  }
}

function formatVerdicts(
  sets: readonly VerdictEvaluation[],
  means: VerdictMeans,
  format: TableFormat,
): string {
  const rows = sets.map((set) => [
    set.set,
    `${set.tools}`,
    `${set.answerable}`,
    `${set.unanswerable}`,
    formatNumber(set.auc),
    formatNumber(set.aucOfBestScore),
    formatNumber(set.answerableCalledNone),
    formatNumber(set.unanswerableCalledNone),
    formatNumber(set.unanswerableCalledStrong),
  ])
  const meanRow = [
    'mean',
    '–',
    '–',
    '–',
    formatNumber(means.auc ?? undefined),
    formatNumber(means.aucOfBestScore ?? undefined),
    formatNumber(means.answerableCalledNone ?? undefined),
    formatNumber(means.unanswerableCalledNone ?? undefined),
    formatNumber(means.unanswerableCalledStrong ?? undefined),
  ]
  const titles = [
    'set',
    'tools',
    'answerable',
    'unanswerable',
    'AUC',
    'AUC of best score',
    'answerable: none',
    'unanswerable: none',
    'unanswerable: strong',
  ]
  return formatTable({ titles, rows: sets.length > 1 ? [...rows, meanRow] : rows }, format)
}
