import { cleanText, takeCodePoints } from '@toolscout/model/internal'

/** A text of a searcher, which may be anybody's, as it is shown: without hidden characters, and not too long. */
export function toShownText(text: string, maxCodePoints: number): string {
  return takeCodePoints(cleanText(takeCodePoints(text, 2 * maxCodePoints)), maxCodePoints)
}

/** The first `count` texts of a list; `undefined` when it is no list of texts. */
export function readTexts(
  given: unknown,
  { count, length }: { readonly count: number; readonly length: number },
): readonly string[] | undefined {
  if (!Array.isArray(given)) return undefined
  const most = Math.min(given.length, count)
  if (most === 0) return NONE
  const texts: string[] = []
  for (let i = 0; i < most; i += 1) {
    const text: unknown = given[i]
    if (typeof text !== 'string') return undefined
    texts.push(toShownText(text, length))
  }
  return Object.freeze(texts)
}

const NONE: readonly string[] = Object.freeze([])
