import type { CorpusTool } from './corpus-tool.ts'
import { type FieldTexts, toFieldTexts } from './field-texts.ts'
import { splitPlainWords, toPlainWords } from './plain-words.ts'
import { createRandom, type Random } from './random.ts'

/** A question and the tool it was made from. */
export interface CorpusQuery {
  /** 3 to 8 words of the tool, fewer when it has fewer; at least one of them is no function word. */
  readonly text: string
  /** Id of the tool. */
  readonly target: string
}

/** Which queries are made. */
export interface QueryOptions {
  /** As for the corpus; the same seed asks the same questions of the same tools. */
  readonly seed: number
  /** How many queries. */
  readonly count: number
}

/** Far from the numbers of servers, which are the streams of the corpus. */
const QUERY_STREAM = 0xffff_ff00
/** Chance of each length from 3 to 8; 4.4 words on average. */
const LENGTHS: readonly number[] = [0.3, 0.3, 0.2, 0.1, 0.06, 0.04]
/** Where a word comes from: how users describe a tool, they mostly do in words of its name and description. */
const SOURCES: readonly (readonly [fields: readonly (keyof FieldTexts)[], share: number])[] = [
  [['name', 'description'], 0.85],
  [['parameters', 'parameterTexts'], 0.15],
]
const SHARES = SOURCES.map(([, share]) => share)
/**
 * Of two words of the tool the rarer is taken so often: people ask for what sets a tool apart. Queries then have 3.4
 * content words on average, which together have 0.4 postings for every tool of the corpus.
 */
const CHANCE_OF_RARER = 0.5
const SAMPLED_TOOLS = 10_000
const ATTEMPTS = 4

/** Draws queries, each from the own words of a tool drawn at random. */
export function generateQueries(
  tools: readonly CorpusTool[],
  { seed, count }: QueryOptions,
): readonly CorpusQuery[] {
  const random = createRandom(seed, QUERY_STREAM)
  if (tools.length === 0) return []
  const usesOf = countUses(tools)
  return Array.from({ length: count }, () => {
    const tool = random.pick(tools)
    return { text: drawQuery(tool, usesOf, random), target: tool.id }
  })
}

/** How many of the tools, a sample of them when there are many, have each word in name or description. */
function countUses(tools: readonly CorpusTool[]): (word: string) => number {
  const uses = new Map<string, number>()
  for (const { name, description } of tools.slice(0, SAMPLED_TOOLS)) {
    for (const word of new Set(splitPlainWords(`${name} ${description}`))) {
      uses.set(word, (uses.get(word) ?? 0) + 1)
    }
  }
  return (word) => uses.get(word) ?? 0
}

function drawQuery(tool: CorpusTool, usesOf: (word: string) => number, random: Random): string {
  const texts = toFieldTexts(tool)
  // Each word once, however often the tool says it: what sets a tool apart is asked for as much as what it repeats.
  const known = SOURCES.map(([fields]) => [
    ...new Set(fields.flatMap((field) => splitPlainWords(texts[field]))),
  ])
  const length = 3 + drawShare(LENGTHS, random)
  const words: string[] = []
  for (let i = 0; i < length * ATTEMPTS && words.length < length; i += 1) {
    const source = known[drawShare(SHARES, random)] ?? []
    if (source.length === 0) continue
    const [one, other] = [random.pick(source), random.pick(source)]
    const word = random.next() < CHANCE_OF_RARER && usesOf(other) < usesOf(one) ? other : one
    if (!words.includes(word)) words.push(word)
  }
  const text = words.join(' ')
  return toPlainWords(text) === '' ? `${text} ${toPlainWords(texts.name)}`.trim() : text
}

/** The place of the share that a random number falls into; the shares add up to 1. */
function drawShare(shares: readonly number[], random: Random): number {
  let mark = random.next()
  const place = shares.findIndex((share) => {
    mark -= share
    return mark < 0
  })
  return place < 0 ? shares.length - 1 : place
}
