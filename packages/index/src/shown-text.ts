import { cleanText, takeCodePoints } from '@toolscout/model'

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
  const head: readonly unknown[] = given.slice(0, count)
  if (!head.every((text) => typeof text === 'string')) return undefined
  return Object.freeze(head.map((text) => toShownText(text, length)))
}
