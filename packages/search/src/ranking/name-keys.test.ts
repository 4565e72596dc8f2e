import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOneEdit } from './edits.ts'
import { readKey } from './name-keys.ts'
import { createKeyUnits, joinKeys, NameFilter } from './names.ts'

const anyKey = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 30 })
const anyEdit = fc.record({
  at: fc.nat(29),
  letter: fc.constantFrom(...'abd'),
  kind: fc.constantFrom('add', 'drop', 'replace', 'swap'),
})

function edited(
  key: string,
  { at, letter, kind }: typeof anyEdit extends fc.Arbitrary<infer T> ? T : never,
): string {
  const [head, tail] = [key.slice(0, at), key.slice(at)]
  if (kind === 'add') return head + letter + tail
  if (kind === 'drop') return head + tail.slice(1)
  if (kind === 'replace') return head + letter + tail.slice(1)
  return head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2)
}

it('lets every key pass, wherever it stands, and all that is one edit away', () => {
  fc.assert(
    fc.property(anyKey, anyEdit, anyKey, (key, edit, before) => {
      const filter = new NameFilter()
      const read = createKeyUnits()
      joinKeys([key], read)
      filter.add(read)
      expect(filter.mayHoldNear(read)).toBe(true)
      joinKeys([before, key], read)
      expect(filter.mayHold(filter.headOf(read, before.length), key.length)).toBe(true)
      const other = edited(key, edit)
      readKey(other, read)
      if (isOneEdit(key, other)) expect(filter.mayHoldNear(read)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

it('stops most of what begins and ends otherwise', () => {
  const filter = new NameFilter()
  const read = createKeyUnits()
  for (let i = 0; i < 1_000; i += 1) {
    readKey(`name of the tool number ${i} of many`, read)
    filter.add(read)
  }
  let passed = 0
  for (let i = 0; i < 1_000; i += 1) {
    readKey(`please ${i} what else is there, ${i}`, read)
    if (filter.mayHoldNear(read)) passed += 1
  }
  expect(passed).toBeLessThan(50)
})
