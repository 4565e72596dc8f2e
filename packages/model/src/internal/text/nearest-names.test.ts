import { describe, expect, it } from 'vitest'
import { nearestNames } from './nearest-names.ts'

describe('nearestNames', () => {
  it.each([
    ['a typing slip', 'ownr', ['repo', 'owner', 'state'], ['owner']],
    ['swapped letters', 'tilte', ['title', 'body'], ['title']],
    ['another way to join words', 'maxItems', ['max_items', 'min_items'], ['max_items', 'min_items']],
    ['a shortened name', 'repository', ['owner', 'repo'], ['repo']],
    ['nothing that is near', 'colour', ['owner', 'repo'], []],
    ['names of one letter', 'a', ['b', 'x'], ['b', 'x']],
  ])('finds %s', (_, name, names, nearest) => {
    expect(nearestNames(name, names, { max: 3 })).toEqual(nearest)
  })

  it('gives the nearest first and of equals the first given', () => {
    expect(nearestNames('abcdef', ['abcdxx', 'abcdey', 'abcdez'], { max: 2 })).toEqual(['abcdey', 'abcdez'])
  })

  it('can leave out names of which one begins the other', () => {
    expect(nearestNames('mcpContexts', ['mcp'])).toEqual(['mcp'])
    expect(nearestNames('mcpContexts', ['mcp'], { beginnings: false })).toEqual([])
    expect(nearestNames('timeout_ms', ['timeout', 'timeoutMs'], { beginnings: false })).toEqual(['timeoutMs'])
  })

  it('compares only the beginning of very long names', () => {
    expect(nearestNames('x'.repeat(1_000_000), ['x'.repeat(64)])).toHaveLength(1)
  })
})
