import { cleanText } from '../internal/text/clean-text.ts'
import { takeCodePoints } from '../internal/text/code-points.ts'

/** Most tags a tool keeps; the rest is dropped in order. */
export const MAX_TAGS = 20
/** Longest tag, in code points. */
export const MAX_TAG_LENGTH = 64

/**
 * Brings tags into one form: lower case, accents and letters of every script kept, each run of white space one
 * `-`, everything but letters, marks, digits and `-_.` removed, at most 64 code points. Empty ones and
 * repetitions are dropped, the first 20 stay in their order. Idempotent.
 */
export function normalizeTags(tags: readonly string[]): readonly string[] {
  const normalized = new Set<string>()
  for (const tag of tags) {
    if (normalized.size >= MAX_TAGS) break
    const form = normalizeTag(tag)
    if (form !== '') normalized.add(form)
  }
  return Object.freeze([...normalized])
}

/** The one form of a tag, see {@link normalizeTags}; empty when nothing of it can stay. */
export function normalizeTag(tag: string): string {
  const form = cleanText(tag.slice(0, 4 * MAX_TAG_LENGTH))
    .toLowerCase()
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '')
  return takeCodePoints(form, MAX_TAG_LENGTH)
}
