import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EditDistanceIndex } from './edit-distance-index.ts'
import { isOneEdit, isTwoEdits, nearKeys } from './edits.ts'

/** Every text one edit away from a word, over the letters a to d, by making them all. */
function editsOf(word: string): ReadonlySet<string> {
  const letters = [...'abcd']
  const edits = new Set<string>()
  for (let i = 0; i <= word.length; i += 1) {
    const [head, tail] = [word.slice(0, i), word.slice(i)]
    for (const letter of letters) {
      edits.add(head + letter + tail)
      if (tail !== '') edits.add(head + letter + tail.slice(1))
    }
    if (tail !== '') edits.add(head + tail.slice(1))
    if (tail.length > 1) edits.add(`${head}${tail[1]}${tail[0]}${tail.slice(2)}`)
  }
  edits.delete(word)
  return edits
}

const anyWord = fc.string({ unit: fc.constantFrom(...'abcd'), minLength: 1, maxLength: 7 })

describe('one edit', () => {
  it('is what making all edits says', () => {
    fc.assert(
      fc.property(anyWord, anyWord, (one, other) => {
        expect(isOneEdit(one, other)).toBe(editsOf(one).has(other))
      }),
      { numRuns: 2_000 },
    )
  })

  it('and another are what making all edits twice says, unless one undoes or moves what the other made', () => {
    fc.assert(
      fc.property(anyWord, anyWord, (one, other) => {
        const twice = [...editsOf(one)].some((edited) => editsOf(edited).has(other))
        if (isTwoEdits(one, other))
          expect([twice, one === other, isOneEdit(one, other)]).toEqual([true, false, false])
        else if (one.length !== other.length || one.length < 3)
          expect(
            twice && one !== other && !isOneEdit(one, other) && Math.abs(one.length - other.length) === 2,
          ).toBe(false)
      }),
      { numRuns: 300 },
    )
    expect(isTwoEdits('create_issue', 'craete_isue')).toBe(true)
    expect(isTwoEdits('create_issue', 'craete_is')).toBe(false)
  })

  it('is of characters, however many code units they have', () => {
    expect(isOneEdit('𐐨𐐩𐐪𐐫', '𐐨𐐪𐐩𐐫')).toBe(true)
    expect(isOneEdit('𐐨𐐩𐐪𐐫', '𐐨𐐩𐐫')).toBe(true)
    expect(isOneEdit('𐐨𐐩𐐪𐐫', '𐐨𐐩𐐪𐐬')).toBe(true)
    expect(isOneEdit('𐐨𐐩𐐪𐐫', '𐐨𐐫')).toBe(false)
    const near = new EditDistanceIndex()
    for (const key of ['𐐨𐐩𐐪𐐫', '𐐨𐐩𐐪𐐬', '𐐨𐐩𐐪𐐫𐐫', '𐐨𐐩']) near.add(key)
    expect(nearKeys(near, '𐐨𐐩𐐪𐐫')).toEqual(['𐐨𐐩𐐪𐐫𐐫', '𐐨𐐩𐐪𐐬'])
  })

  it('finds every key that is one edit away and begins with the same letter', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyWord), anyWord, fc.array(anyWord), (keys, asked, gone) => {
        const near = new EditDistanceIndex()
        for (const key of keys) near.add(key)
        for (const key of gone) if (near.find(key) >= 0) near.remove(near.find(key))
        const expected = keys
          .filter((key) => !gone.includes(key) && editsOf(asked).has(key) && key[0] === asked[0])
          .sort()
        expect(nearKeys(near, asked)).toEqual(asked.length < 4 ? [] : expected)
      }),
    )
  })

  it('lets go of keys that are gone as they age, looking at a few at a time', () => {
    const alive = new Set<string>()
    let asked = 0
    const near = new EditDistanceIndex((key) => {
      asked += 1
      return alive.has(key)
    })
    const keyOf = (n: number): string => `key${String.fromCharCode(97 + (n % 26))}${'x'.repeat(n % 7)}${n}`
    const held = (): number =>
      Array.from({ length: 3_000 }, (_, n) => keyOf(n)).filter((key) => near.find(key) >= 0).length
    for (let n = 0; n < 3_000; n += 1) {
      near.add(keyOf(n))
      if (n % 10 === 0) alive.add(keyOf(n))
      asked = 0
      near.age()
      expect(asked).toBeLessThan(20)
    }
    expect(held()).toBeLessThan(3 * alive.size)
    for (let n = 0; n < 3_000; n += 1) near.age()
    expect(held()).toBe(alive.size)
    for (const key of alive) expect(near.find(key)).toBeGreaterThanOrEqual(0)
  })
})
