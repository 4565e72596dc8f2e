import { spell, truncate } from '@toolscout/model/internal'

/** Longest pointer that is handed out, in code points: longer ones are made of hostile names and lead nowhere. */
const MAX_POINTER_LENGTH = 1_000

/**
 * A pointer as it is handed out, for readers: one line, hidden characters and line breaks spelled as `\u{…}`, cut and
 * marked with `…` when names in it are absurdly long.
 */
export function shownPointer(pointer: string): string {
  const spelled = spell(truncate(pointer, MAX_POINTER_LENGTH))
  return truncate(spelled.replaceAll('\n', '\\u{a}').replaceAll('\t', '\\u{9}'), MAX_POINTER_LENGTH)
}
