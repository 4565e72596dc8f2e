import { SEARCH_FIELDS, type SearchField } from '@toolscout/model'
import { type DocumentTokens, isSurface } from '../analysis/document-tokens.ts'

/**
 * Words of one field that are looked at. Public tools stay below it in all fields but the descriptions of very many
 * parameters; what is said after so many words is hardly what a tool is for.
 */
const MOST_WORDS = 512

/**
 * Words of the fields that weigh much and do not make a tool long, so that they would be the place for stuffing.
 * Public tools have names of at most nine words and tags of at most six.
 */
const MOST_FREE_WORDS: { readonly [field in SearchField]?: number } = {
  name: 8,
  title: 10,
  namespace: 8,
  tags: 12,
}

const MOST: readonly number[] = SEARCH_FIELDS.map((field) => MOST_FREE_WORDS[field] ?? MOST_WORDS)
const DESCRIPTION = SEARCH_FIELDS.indexOf('description')

/**
 * Takes no more words of a field than honest tools have. What a name, title or list of tags has too many counts as
 * description, where it is found, weighs less and makes the tool long. Changes the document.
 */
export function boundFields(document: DocumentTokens): void {
  const { codes, ends } = document
  let start = 0
  let isBounded = true
  for (let field = 0; field < ends.length; field += 1) {
    const end = ends[field] as number
    // Most fields are short; what stands beside a word is counted too.
    if (end - start > (MOST[field] as number) && wordsEnd(codes, start, end, MOST[field] as number) < end)
      isBounded = false
    start = end
  }
  if (!isBounded) cutFields(document)
}

/** Where the first words of a list end; an identifier of many parts is cut inside. */
function wordsEnd(codes: ArrayLike<number>, start: number, end: number, most: number): number {
  let words = 0
  for (let at = start; at < end; at += 1) {
    if (isSurface(codes[at] as number)) words += 1
    if (words > most) return at
  }
  return end
}

function cutFields(document: DocumentTokens): void {
  const { codes, ends } = document
  const codesIn = (from: number, to: number): readonly number[] => Array.from(codes.subarray(from, to))
  let overflow: readonly number[] = []
  let start = 0
  const fields = ends.map((end, field) => {
    const most = MOST[field] as number
    const kept = most === MOST_WORDS ? end : wordsEnd(codes, start, end, most)
    overflow = overflow.concat(codesIn(kept, end))
    const head = codesIn(start, kept)
    start = end
    return head
  })
  fields[DESCRIPTION] = (fields[DESCRIPTION] ?? []).concat(overflow)
  let count = 0
  for (const [field, all] of fields.entries()) {
    fields[field] = all.slice(0, wordsEnd(all, 0, all.length, MOST_WORDS))
    count += fields[field].length
    ends[field] = count
  }
  document.codes = Int32Array.from(fields.flat())
  document.count = count
}
