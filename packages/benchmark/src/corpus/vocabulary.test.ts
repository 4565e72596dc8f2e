import { describe, expect, it } from 'vitest'
import { toPlainWords } from './plain-words.ts'
import { FUNCTION_WORDS, SPELLABLE_WORDS, spellWord } from './spelling.ts'
import { createVocabulary } from './vocabulary.ts'

describe('words', () => {
  it('are each of one rank, and none is a function word', () => {
    const words = new Set<string>()
    for (let rank = 0; rank < SPELLABLE_WORDS; rank += 1) words.add(spellWord(rank))
    expect(words.size).toBe(SPELLABLE_WORDS)
    for (const word of FUNCTION_WORDS) expect(words.has(word)).toBe(false)
  })

  it('are plain words already', () => {
    for (const rank of [0, 100, 1_000, 300_000]) expect(toPlainWords(spellWord(rank))).toBe(spellWord(rank))
  })

  it('run out at a number of servers no corpus has', () => {
    const vocabulary = createVocabulary()
    expect(vocabulary.brand(200_000)).not.toBe(vocabulary.brand(199_999))
    expect(() => vocabulary.brand(10_000_000)).toThrow(RangeError)
  })
})

describe('plain words', () => {
  it('are split, in lower case, without function words', () => {
    expect(toPlainWords('The readFile of my-server_name, and MORE.')).toBe('read file server name more')
    expect(toPlainWords('of the')).toBe('')
  })
})
