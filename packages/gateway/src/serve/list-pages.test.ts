import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listPage, type PageLimits } from './list-pages.ts'

const LIMITS: PageLimits = { maxItems: 3, maxBytes: 1_000 }
const items = (...names: string[]): readonly { readonly name: string }[] => names.map((name) => ({ name }))
const byName = ({ name }: { readonly name: string }): string => name

it('goes on after the item that was told last, whatever came or went elsewhere', () => {
  const { nextCursor } = listPage(items('a', 'b', 'c', 'd'), byName, undefined, LIMITS)

  expect(listPage(items('0', 'c', 'd'), byName, nextCursor, LIMITS)).toEqual({ items: items('d') })
})

it('refuses a cursor whose item is gone, and what is no cursor', () => {
  const { nextCursor } = listPage(items('a', 'b', 'c', 'd'), byName, undefined, LIMITS)

  expect(() => listPage(items('a', 'd'), byName, nextCursor, LIMITS)).toThrow('start again')
  for (const cursor of [
    '',
    'x',
    '[]',
    5,
    null,
    {},
    Buffer.from('[1]').toString('base64url'),
    '!'.repeat(9_999),
  ]) {
    expect(() => listPage(items('a'), byName, cursor, LIMITS)).toThrow('not a cursor')
  }
})

it('tells no more bytes at once than it may, but always something', () => {
  const long = items('a'.repeat(600), 'b'.repeat(600), 'c'.repeat(5_000))

  const first = listPage(long, byName, undefined, LIMITS)
  const second = listPage(long, byName, first.nextCursor, LIMITS)
  const third = listPage(long, byName, second.nextCursor, LIMITS)

  expect([first, second, third].map((page) => page.items.length)).toEqual([1, 1, 1])
  expect(third.nextCursor).toBeUndefined()
})

it('tells pages that are the listing when put together', () => {
  const names = fc.uniqueArray(fc.string(), { maxLength: 30 })
  const check = (given: readonly string[], maxItems: number): void => {
    const all = items(...given)
    const told: { readonly name: string }[] = []
    let cursor: string | undefined
    do {
      const page = listPage(all, byName, cursor, { maxItems, maxBytes: 1_000 })
      told.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(told).toEqual(all)
  }
  fc.assert(fc.property(names, fc.integer({ min: 1, max: 7 }), check))
})
