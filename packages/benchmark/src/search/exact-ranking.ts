import { compareHits } from '@toolscout/model'
import { BM25_PARAMETERS, FIELD_WEIGHTS, WEIGHED_FIELDS } from '../engines/field-weights.ts'
import { type PlainDocument, splitSpaces } from '../engines/plain-document.ts'

/** What every engine's answers are held against. */
export interface ExactRanking {
  /** Ids of the best tools by the formula, in the order of hits. */
  readonly search: (query: string, limit: number) => readonly string[]
}

/** Where a word stands: documents by place, and its weighted frequency in each. */
interface Postings {
  readonly places: number[]
  readonly frequencies: number[]
}

/**
 * BM25F over plain words with nothing left out and nothing rounded (Robertson, Zaragoza and Taylor 2004, "Simple
 * BM25 Extension to Multiple Weighted Fields", section 3.3), with the idf of Lucene. It is no engine's code, so that
 * an engine that leaves out too much is found out, ours among them.
 */
export function createExactRanking(documents: readonly PlainDocument[]): ExactRanking {
  const postings = new Map<string, Postings>()
  const lengths = documents.map((document, place) => post(postings, document, place))
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const { k1, b } = BM25_PARAMETERS
  const scores = new Float64Array(documents.length)

  return {
    search: (query, limit) => {
      const touched: number[] = []
      // In one order, so that the order of words cannot decide between equals.
      for (const word of splitSpaces(query).sort()) {
        const found = postings.get(word)
        if (found === undefined) continue
        const count = found.places.length
        const idf = Math.log(1 + (documents.length - count + 0.5) / (count + 0.5))
        for (let i = 0; i < count; i += 1) {
          const place = found.places[i] as number
          const frequency = found.frequencies[i] as number
          const norm = k1 * (1 - b + (b * (lengths[place] as number)) / average)
          if (scores[place] === 0) touched.push(place)
          scores[place] = (scores[place] as number) + (idf * frequency * (k1 + 1)) / (frequency + norm)
        }
      }
      const best = selectBest(touched, scores, limit).map((place) => ({
        id: (documents[place] as PlainDocument).id,
        score: scores[place] as number,
      }))
      for (const place of touched) scores[place] = 0
      return best
        .sort(compareHits)
        .slice(0, limit)
        .map(({ id }) => id)
    },
  }
}

/** Notes the words of a document and gives its weighted length. */
function post(postings: Map<string, Postings>, { fields }: PlainDocument, place: number): number {
  const frequencies = new Map<string, number>()
  let length = 0
  for (const field of WEIGHED_FIELDS) {
    for (const word of splitSpaces(fields[field])) {
      frequencies.set(word, (frequencies.get(word) ?? 0) + FIELD_WEIGHTS[field])
      length += FIELD_WEIGHTS[field]
    }
  }
  for (const [word, frequency] of frequencies) {
    let found = postings.get(word)
    if (found === undefined) {
      found = { places: [], frequencies: [] }
      postings.set(word, found)
    }
    found.places.push(place)
    found.frequencies.push(frequency)
  }
  return length
}

/** Places whose score is at least that of rank `limit`: more than `limit` when there are ties at the end. */
function selectBest(places: readonly number[], scores: Float64Array, limit: number): readonly number[] {
  // Descending; its last is the score to beat once it is full.
  const best: number[] = []
  for (const place of places) {
    const score = scores[place] as number
    if (best.length === limit && score <= (best[limit - 1] as number)) continue
    let at = best.length
    while (at > 0 && (best[at - 1] as number) < score) at -= 1
    best.splice(at, 0, score)
    if (best.length > limit) best.pop()
  }
  const least = best[best.length - 1] ?? 0
  return limit < 1 ? [] : places.filter((place) => (scores[place] as number) >= least)
}
