/** Ends a text as a sentence, unless it already does. For foreign words in the middle of ours. */
export function endSentence(text: string): string {
  const trimmed = text.trimEnd()
  return /[.!?…]["')\]]?$/.test(trimmed) ? trimmed : `${trimmed}.`
}
