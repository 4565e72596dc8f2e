import { isJsonObject } from '@toolscout/model/internal'

/**
 * The vectors of an answer in the order of the texts: by the `index` of each, or as they come where none has one.
 *
 * @returns What is wrong with the answer, as a text, when it does not hold one vector for each text.
 */
export function readOpenAiAnswer(text: string, count: number): readonly unknown[] | string {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return 'what is not JSON'
  }
  const data: unknown = isJsonObject(answer) ? answer.data : undefined
  if (!Array.isArray(data)) return 'no list "data"'
  if (data.length !== count) return `${data.length} vectors for ${count} texts`
  const vectors = new Map<number, unknown>()
  for (const [position, entry] of data.entries()) {
    if (!isJsonObject(entry)) return 'an entry of "data" that is no object'
    const index: unknown = entry.index ?? position
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= count) {
      return 'an entry of "data" whose index is none of a text'
    }
    vectors.set(index as number, entry.embedding)
  }
  if (vectors.size !== count) return 'two vectors for one text'
  return Array.from({ length: count }, (_, index) => vectors.get(index))
}
