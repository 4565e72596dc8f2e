import type { CorpusTool } from './corpus-tool.ts'
import { toFieldTexts } from './field-texts.ts'
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
/** Where a word comes from: how users describe a tool, they mostly do in words of its description and name. */
const SOURCES = [
  ['description', 0.55],
  ['name', 0.3],
  ['parameters', 0.1],
  ['parameterTexts', 0.05],
] as const
const ATTEMPTS = 4

/** Draws queries, each from the own words of a tool drawn at random. */
export function generateQueries(
  tools: readonly CorpusTool[],
  { seed, count }: QueryOptions,
): readonly CorpusQuery[] {
  const random = createRandom(seed, QUERY_STREAM)
  if (tools.length === 0) return []
  return Array.from({ length: count }, () => {
    const tool = random.pick(tools)
    return { text: drawQuery(tool, random), target: tool.id }
  })
}

function drawQuery(tool: CorpusTool, random: Random): string {
  const texts = toFieldTexts(tool)
  const length = 3 + drawShare(LENGTHS, random)
  const words: string[] = []
  for (let i = 0; i < length * ATTEMPTS && words.length < length; i += 1) {
    const [field] = SOURCES[
      drawShare(
        SOURCES.map(([, share]) => share),
        random,
      )
    ] as (typeof SOURCES)[number]
    const known = splitPlainWords(texts[field])
    if (known.length === 0) continue
    const word = random.pick(known)
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
