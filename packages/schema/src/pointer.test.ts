import { expect, it } from 'vitest'
import { shownPointer } from './errors.ts'

it('pointers are shown in one line, hidden characters spelled, bounded', () => {
  expect(shownPointer('/a\u202eb/c\nd\te')).toBe('/a\\u{202e}b/c\\u{a}d\\u{9}e')
  expect([...shownPointer(`/${'\u{e0041}'.repeat(5_000)}`)]).toHaveLength(1_000)
})
