import { compareHits, type SearchDocument, type Searcher } from '@toolscout/model'
import { splitPlainWords } from './plain-words.ts'

const K1 = 1.2
const B = 0.75

interface Counted {
  readonly id: string
  readonly length: number
}

/** Documents with the times they hold a word. */
type Postings = Map<string, (readonly [document: Counted, frequency: number])[]>

/**
 * Plain BM25, the line everything is measured from: name, description and parameter names in one field, words split
 * at case and punctuation, in lower case, without stems or stop words; a word that a query repeats counts again.
 *
 * Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, equation 3.15, with
 * k1 = 1.2, b = 0.75 and idf = ln(1 + (N − n + 0.5) / (n + 0.5)), which is never negative.
 */
export function createPlainSearcher(): Searcher {
  const documents = new Map<string, SearchDocument>()
  let counted: { readonly postings: Postings; readonly averageLength: number } | undefined
  return Object.freeze({
    name: 'plain',
    apply: ({ upserts, removals }) => {
      for (const id of removals) documents.delete(id)
      for (const document of upserts) documents.set(document.id, document)
      counted = undefined
    },
    search: async ({ query, limit }) => {
      counted ??= countWords([...documents.values()])
      const { postings, averageLength } = counted
      const scores = new Map<string, number>()
      for (const word of splitPlainWords(query)) {
        const found = postings.get(word) ?? []
        const idf = Math.log(1 + (documents.size - found.length + 0.5) / (found.length + 0.5))
        for (const [{ id, length }, frequency] of found) {
          const norm = K1 * (1 - B + (B * length) / averageLength)
          scores.set(id, (scores.get(id) ?? 0) + (idf * frequency * (K1 + 1)) / (frequency + norm))
        }
      }
      const hits = [...scores].map(([id, score]) => ({ id, score })).sort(compareHits)
      return { hits: hits.slice(0, limit) }
    },
  } satisfies Searcher)
}

function countWords(documents: readonly SearchDocument[]): {
  readonly postings: Postings
  readonly averageLength: number
} {
  const postings: Postings = new Map()
  let total = 0
  for (const { id, fields } of documents) {
    const words = splitPlainWords(`${fields.name}\n${fields.description}\n${fields.parameters}`)
    const frequencies = new Map<string, number>()
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
    const document = { id, length: words.length }
    for (const [word, frequency] of frequencies) {
      const list = postings.get(word) ?? []
      list.push([document, frequency])
      postings.set(word, list)
    }
    total += words.length
  }
  return { postings, averageLength: total / Math.max(1, documents.length) }
}
