/** What a `text` of PostgreSQL cannot hold: the character U+0000, and halves of characters. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u

/** Whether a text can be in the database at all; one that cannot is not asked for. */
export function isStorable(text: string): boolean {
  return !NOT_STORABLE.test(text)
}
