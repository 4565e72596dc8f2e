import { takeCodePoints } from '@toolscout/model/internal'

/** Most words of a query that count; requests to agents have a third of it. */
const MAX_WORDS = 32
/** Most code points of a word; what is longer is an identifier, known by its beginning. */
const MAX_WORD_LENGTH = 64
/** Most of a query that is read, in UTF-16 code units. */
const MAX_QUERY_LENGTH = 4_096

/** The different words of a query as use is remembered by: NFKC, lower case, letters and digits. */
export function queryWords(query: string): readonly string[] {
  const text = query.slice(0, MAX_QUERY_LENGTH).normalize('NFKC').toLowerCase()
  const words = new Set<string>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)) {
    if (words.size === MAX_WORDS) break
    words.add(takeCodePoints(word, MAX_WORD_LENGTH))
  }
  return [...words]
}
