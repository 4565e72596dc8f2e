/** Words that were analyzed, found by a stretch of a text, so that a word met again is not even cut out. */
export interface WordTable<Word extends { readonly text: string }> {
  /** The word that stands in a text from `start` up to `end`. */
  readonly wordAt: (text: string, start: number, end: number) => Word
}

/** What a word is looked up by: few operations a character, and every character counts. */
function hashOf(text: string, start: number, end: number): number {
  let hash = end - start
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x5bd1e995)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Whether a word is what stands in a text from `start` on, as long as the word is. */
function standsAt(word: string, text: string, start: number): boolean {
  for (let i = 0; i < word.length; i += 1) {
    if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false
  }
  return true
}

/**
 * Creates a table that remembers the words `analyze` gave. When it is full it starts anew, which bounds it.
 *
 * @param analyze gives the word of a text of its own; asked once for every word that is not remembered.
 * @param capacity most words, a power of two.
 */
export function createWordTable<Word extends { readonly text: string }>(
  analyze: (text: string) => Word,
  capacity: number,
): WordTable<Word> {
  /** Half of the slots stay free, so that a word is found within two steps on average. */
  const mask = 2 * capacity - 1
  let slots: (Word | undefined)[] = []
  let size = 0

  return {
    wordAt: (text, start, end) => {
      let slot = hashOf(text, start, end) & mask
      for (let known = slots[slot]; known !== undefined; known = slots[slot]) {
        if (known.text.length === end - start && standsAt(known.text, text, start)) return known
        slot = (slot + 1) & mask
      }
      const word = analyze(copyOf(text.slice(start, end)))
      if (size >= capacity) {
        slots = []
        size = 0
        slot = hashOf(text, start, end) & mask
      }
      // Filled to its end at the first word, because an array with gaps is slow to read.
      if (slots.length === 0) slots = new Array<Word | undefined>(mask + 1).fill(undefined)
      slots[slot] = word
      size += 1
      return word
    },
  }
}

/** V8 makes a shorter piece of a text a text of its own. */
const LEAST_SLICE = 13

/** A word cut out of a text keeps the whole text in memory; a copy of it does not. */
function copyOf(word: string): string {
  return word.length < LEAST_SLICE ? word : word.split('').join('')
}
