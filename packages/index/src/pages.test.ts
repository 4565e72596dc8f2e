import { expect, it } from 'vitest'
import { StaleCursorError } from './errors.ts'
import { MAX_HELD_WEIGHT, type PagedSequence, Pager, sequenceOf } from './pages.ts'

/** A list of two pages that counts as much memory as it is given. */
const heavy = (weight: number): PagedSequence<string> => ({ ...sequenceOf(['a', 'b']), weight })

it('holds no more items than it may, and lets go of the least recently used sequence first', () => {
  const pager = new Pager()
  const cursors = [0.5, 0.3, 0.3].map(
    (share) => pager.first('key', heavy(share * MAX_HELD_WEIGHT), 1).nextCursor as string,
  )
  expect(() => pager.next('key', cursors[0] as string, 1)).toThrow(StaleCursorError)
  for (const cursor of cursors.slice(1)) expect(pager.next('key', cursor, 1).items).toEqual(['b'])
})

it('holds the newest sequence however large it is', () => {
  const pager = new Pager()
  const { nextCursor } = pager.first('key', heavy(2 * MAX_HELD_WEIGHT), 1)
  expect(pager.next('key', nextCursor as string, 1).items).toEqual(['b'])
})
