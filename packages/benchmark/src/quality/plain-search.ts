import type { CatalogTool, SearchFunction } from '@toolscout/evaluation'
import { toRanking } from '@toolscout/evaluation/internal'
import { isJsonObject } from '@toolscout/model/internal'
import { splitPlainWords } from './plain-words.ts'

const K1 = 1.2
const B = 0.75

/** A tool, and how many words it has. */
interface CountedTool {
  readonly id: string
  readonly length: number
}

/** The tools that hold a word, and how often. */
type Postings = ReadonlyMap<string, readonly (readonly [tool: CountedTool, frequency: number])[]>

/**
 * Plain BM25, the line everything is measured from: name, description and parameter names in one field, words split
 * at case and punctuation, in lower case, without stems or stop words; a word that a query repeats counts again. It
 * uses no text analysis, index or score of ours, so that the line stays where it is.
 *
 * Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, equation 3.15, with
 * k1 = 1.2, b = 0.75 and idf = ln(1 + (N − n + 0.5) / (n + 0.5)), which is never negative.
 */
export function createPlainSearch(tools: readonly CatalogTool[]): SearchFunction {
  const { postings, averageLength } = countWords(tools)
  return async (query, { limit }) => {
    const scores = new Map<string, number>()
    for (const word of splitPlainWords(query)) {
      const found = postings.get(word) ?? []
      const idf = Math.log(1 + (tools.length - found.length + 0.5) / (found.length + 0.5))
      for (const [{ id, length }, frequency] of found) {
        const norm = K1 * (1 - B + (B * length) / averageLength)
        scores.set(id, (scores.get(id) ?? 0) + (idf * frequency * (K1 + 1)) / (frequency + norm))
      }
    }
    return { hits: toRanking([...scores].map(([id, score]) => ({ id, score }))).slice(0, limit) }
  }
}

function countWords(tools: readonly CatalogTool[]): {
  readonly postings: Postings
  readonly averageLength: number
} {
  const postings = new Map<string, [CountedTool, number][]>()
  let total = 0
  for (const { id, name, description = '', inputSchema } of tools) {
    const properties = isJsonObject(inputSchema) ? inputSchema.properties : undefined
    const parameters = isJsonObject(properties) ? Object.keys(properties) : []
    const words = splitPlainWords([name, description, ...parameters].join('\n'))
    const frequencies = new Map<string, number>()
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
    const tool = { id, length: words.length }
    for (const [word, frequency] of frequencies) {
      const list = postings.get(word) ?? []
      list.push([tool, frequency])
      postings.set(word, list)
    }
    total += words.length
  }
  return { postings, averageLength: total / Math.max(1, tools.length) }
}
