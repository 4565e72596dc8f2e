import { cleanText, takeCodePoints } from '../internal/text/foreign-text.ts'

const NO_TAGS: readonly string[] = Object.freeze([])

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
  if (tags.length === 0) return NO_TAGS
  if (tags.length === 1) {
    const only = normalizeTag(tags[0] as string)
    return only === '' ? NO_TAGS : Object.freeze([only])
  }
  const normalized = new Set<string>()
  for (const tag of tags) {
    if (normalized.size >= MAX_TAGS) break
    const form = normalizeTag(tag)
    if (form !== '') normalized.add(form)
  }
  return Object.freeze([...normalized])
}

/** What is in that form already, as most tags are. */
const NORMAL_TAG = /^[a-z0-9_.-]{1,64}$/

/** Forms of tags that were met: those of a server's tools are the same few. */
const normalTags = new Map<string, string>()
const MAX_NORMAL_TAGS = 1_024

/** The one form of a tag, see {@link normalizeTags}; empty when nothing of it can stay. */
export function normalizeTag(tag: string): string {
  if (NORMAL_TAG.test(tag)) return tag
  const known = normalTags.get(tag)
  if (known !== undefined) return known
  const form = takeCodePoints(
    cleanText(tag.slice(0, 4 * MAX_TAG_LENGTH))
      .toLowerCase()
      .normalize('NFC')
      .trim()
      .replace(/\s+/gu, '-')
      .replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '')
      // A mark may have come to stand behind another letter.
      .normalize('NFC'),
    MAX_TAG_LENGTH,
  )
  if (tag.length > MAX_TAG_LENGTH) return form
  if (normalTags.size >= MAX_NORMAL_TAGS) normalTags.clear()
  normalTags.set(tag, form)
  return form
}
