#!/usr/bin/env node
// How far the estimate of tokens is from real tokenizers, on definitions of real servers.
import { estimateTokens } from '@toolscout/model'
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { listRealServers } from '../adapters/real-servers.ts'
import { describeMachine } from '../command/machine.ts'
import { showHelp } from '../command/show-help.ts'
import { percentile } from '../search/percentiles.ts'

showHelp('How far the token estimate is from real tokenizers.')

const TOKENIZERS = { o200k_base: countO200k, cl100k_base: countCl100k } as const
const QUANTILES = [0.05, 0.5, 0.95] as const

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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
