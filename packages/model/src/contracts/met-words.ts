import { SEARCH_FIELDS } from './search-changes.ts'
import type { Explanation } from './searcher.ts'

/** Most words a sentence names of one field. */
const MAX_WORDS = 6
const AND = new Intl.ListFormat('en', { type: 'conjunction' })

/** Fields of which the plain name would not read as English. */
const SPOKEN: Readonly<Record<string, string>> = {
  parameters: 'a parameter',
  parameterTexts: 'the text of a parameter',
  values: 'a value',
  output: 'its result',
  tags: 'a tag',
  notes: 'a note',
}

/** Which words of a request a tool has, and where, in one sentence; nothing where no searcher says it. */
export function tellMetWords(explanation: Explanation): string | undefined {
  const met = new Map<string, Set<string>>(SEARCH_FIELDS.map((field) => [field, new Set()]))
  collect(explanation, met)
  const parts = [...met].flatMap(([field, words]) => {
    if (words.size === 0) return []
    const told = [...words].filter((word) => !isSaid(word, [...words])).map((word) => word.replace('*', '…'))
    return [`${SPOKEN[field] ?? field} has ${AND.format(told.slice(0, MAX_WORDS))}`]
  })
  const sentence = parts.join('; ')
  return sentence === '' ? undefined : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** Whether other words say it: the word of a stem, or the two that are written together. */
function isSaid(word: string, words: readonly string[]): boolean {
  if (word.endsWith('*')) return words.some((one) => !one.endsWith('*') && one.startsWith(word.slice(0, -1)))
  return words.some((one) => word.startsWith(one) && words.includes(word.slice(one.length)))
}

function collect({ met, children = [] }: Explanation, into: ReadonlyMap<string, Set<string>>): void {
  for (const field of met?.fields ?? []) into.get(field)?.add(met?.word ?? '')
  for (const child of children) collect(child, into)
}
