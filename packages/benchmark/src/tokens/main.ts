#!/usr/bin/env node
// How far the estimate of tokens is from real tokenizers, on definitions of real servers; with sets, what answers cost.
import { estimateTokens } from '@toolscout/model'
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { listRealServers } from '../adapters/real-servers.ts'
import { parseCommandLine } from '../command/command-line.ts'
import { describeMachine } from '../command/machine.ts'
import { readSets } from '../command/read-sets.ts'
import { showHelp } from '../command/show-help.ts'
import { percentile } from '../search/percentiles.ts'
import { type Answered, type AnswerFigures, askQuestions, summarizeAnswers } from './answers.ts'

showHelp('How far the token estimate is from real tokenizers.', [
  '--data DIR   in place of that, what a model reads of search answers to the questions of a set; repeatable',
])

const folders = parseCommandLine(process.argv.slice(2), { data: 'texts' }).texts('data')

const TOKENIZERS = { o200k_base: countO200k, cl100k_base: countCl100k } as const
const QUANTILES = [0.05, 0.5, 0.95] as const

if (folders.length > 0) await printAnswers()
else await compareEstimates()

async function printAnswers(): Promise<void> {
  const sets = await readSets({ folders, limit: undefined }, { note: (line) => console.error(line) })
  process.stdout.write(
    '| set | questions | number | tokens, median | characters, mean | tools | right of the first five | right of those shown |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n',
  )
  const all: Answered[] = []
  for (const set of sets) {
    const answered = await askQuestions(set)
    all.push(...answered)
    printRows(summarizeAnswers(set.name, answered))
  }
  if (sets.length > 1) printRows(summarizeAnswers('all', all))
}

function printRows(rows: readonly AnswerFigures[]): void {
  const share = (value: number | undefined): string => value?.toFixed(3) ?? '–'
  for (const { set, group, questions, tokens, characters, tools, inFive, shown } of rows) {
    const cells = [set, group, questions, tokens, Math.round(characters), tools.toFixed(2)]
    process.stdout.write(`| ${[...cells, share(inFive), share(shown)].join(' | ')} |\n`)
  }
}

async function compareEstimates(): Promise<void> {
  const definitions: readonly object[] = Object.values(await listRealServers()).flat()
  const texts = {
    definition: definitions.map((definition) => JSON.stringify(definition)),
    indented: definitions.map((definition) => JSON.stringify(definition, null, 2)),
    description: definitions.map((definition) => String(Reflect.get(definition, 'description') ?? '')),
  }
  const machine = describeMachine()
  process.stdout.write(
    `${definitions.length} tools of four servers; ${machine.node}, ${new Date().toISOString().slice(0, 10)}\n\n`,
  )
  process.stdout.write(
    '| text | tokenizer | estimate / tokens, all | 5 % | median | 95 % |\n| --- | --- | --- | --- | --- | --- |\n',
  )
  for (const [kind, list] of Object.entries(texts)) {
    for (const [name, count] of Object.entries(TOKENIZERS)) {
      const pairs = list
        .filter((text) => text.length > 0)
        .map((text) => [estimateTokens(text), count(text)] as const)
      const ratios = pairs.map(([estimate, tokens]) => estimate / tokens)
      const whole = sum(pairs.map(([estimate]) => estimate)) / sum(pairs.map(([, tokens]) => tokens))
      const cells = [whole, ...QUANTILES.map((share) => percentile(ratios, share) ?? 0)].map((value) =>
        value.toFixed(2),
      )
      process.stdout.write(`| ${[kind, name, ...cells].join(' | ')} |\n`)
    }
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
