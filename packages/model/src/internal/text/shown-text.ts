import { cleanText } from './clean-text.ts'
import { takeCodePoints } from './quote.ts'

/** A foreign text as it is shown: without hidden characters, at most `maxCodePoints` long. */
export function toShownText(text: string, maxCodePoints: number): string {
  return takeCodePoints(cleanText(takeCodePoints(text, 2 * maxCodePoints)), maxCodePoints)
}

/** The first `count` texts of a foreign list, each as it is shown; `undefined` when it is not a list of texts. */
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
