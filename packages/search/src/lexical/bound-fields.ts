import { SEARCH_FIELDS, type SearchField } from '@toolscout/model'
import type { Word } from '../analysis/analyzer.ts'

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

/** The words of one tool, by field in the order of SEARCH_FIELDS. */
export type FieldWords = readonly (readonly Word[])[]

interface Halves {
  readonly kept: readonly Word[]
  readonly rest: readonly Word[]
}

const NOTHING: readonly Word[] = Object.freeze([])

/**
 * Takes no more words of a field than honest tools have. What a name, title or list of tags has too many counts as
 * description, where it is found, weighs less and makes the tool long.
 */
export function boundFields(document: FieldWords): FieldWords {
  const overflow: Word[] = []
  const bounded = document.map((words, i) => {
    const most = MOST[i] as number
    if (most === MOST_WORDS || words.length === 0) return words
    const { kept, rest } = cut(words, most)
    if (rest.length > 0) overflow.push(...rest)
    return kept
  })
  if (overflow.length > 0) bounded[DESCRIPTION] = [...(bounded[DESCRIPTION] ?? []), ...overflow]
  return bounded.map((words, i) => (MOST[i] === MOST_WORDS ? cut(words, MOST_WORDS).kept : words))
}

/** The first words of a list and the others; an identifier of many parts is cut inside. */
function cut(words: readonly Word[], most: number): Halves {
  let count = 0
  // Most lists end here; what stands beside a word is counted too.
  for (const word of words) count += word.tokens.length
  if (count <= most) return { kept: words, rest: NOTHING }
  count = 0
  for (const [i, { text, tokens }] of words.entries()) {
    for (const [t, { surface }] of tokens.entries()) {
      if (!surface) continue
      count += 1
      if (count <= most) continue
      const head = t === 0 ? [] : [{ text, tokens: tokens.slice(0, t) }]
      return {
        kept: [...words.slice(0, i), ...head],
        rest: [{ text, tokens: tokens.slice(t) }, ...words.slice(i + 1)],
      }
    }
  }
  return { kept: words, rest: NOTHING }
}
