import { compareIds } from '@toolscout/model'
import { type Bm25fParameters, inverseDocumentFrequency } from '@toolscout/search'
import type { SqliteConnection } from '../connection.ts'
import { termKey } from './keys.ts'
import { decodePostings, type PostingList } from './posting-list.ts'
import { DEAD, readPostings, type Segment } from './segments.ts'

/** A term of a question that tools hold. */
export interface QueryTerm {
  readonly text: string
  readonly holders: number
  readonly idf: number
  /** What it adds at full saturation. */
  readonly boost: number
  /** By segment. */
  readonly lists: readonly (PostingList | undefined)[]
}

/** Where terms are looked up. */
export interface QueryIndex {
  readonly segments: readonly Segment[]
  readonly parameters: Bm25fParameters
  /** Tools there are. */
  readonly count: number
}

/** The terms that tools hold, in the order in which `@toolscout/search` adds them up: what can add the most first. */
export function readQueryTerms(
  connection: SqliteConnection,
  { segments, parameters, count }: QueryIndex,
  terms: ReadonlySet<string>,
): readonly QueryTerm[] {
  const read = Array.from(terms, (text): QueryTerm => {
    const key = termKey(text)
    const lists = segments.map(({ number }) => readPostings(connection, number, key))
    const holders = segments.reduce((sum, segment, i) => sum + holdersIn(segment, lists[i]), 0)
    const idf = inverseDocumentFrequency(count, holders)
    return { text, holders, idf, boost: idf * (parameters.k1 + 1), lists }
  })
  return read
    .filter(({ holders }) => holders > 0)
    .sort((a, b) => b.boost - a.boost || compareIds(a.text, b.text))
}

function holdersIn({ live, lengths }: Segment, list: PostingList | undefined): number {
  if (list === undefined) return 0
  if (live === lengths.length) return list.count
  const { count, ordinals } = decodePostings(list)
  let holders = 0
  for (let i = 0; i < count; i += 1) {
    if (lengths[ordinals[i] as number] !== DEAD) holders += 1
  }
  return holders
}
