import { describe, expect, it } from 'vitest'
import { tellMetWords } from './met-words.ts'
import type { Explanation } from './searcher.ts'

function explained(...met: readonly (readonly [word: string, ...fields: string[]])[]): Explanation {
  const children = met.map(([word, ...fields]) => ({ label: word, value: 1, met: { word, fields } }))
  return { label: 'sum', value: 1, children: [{ label: 'words', value: 1, children }] }
}

describe('the words a tool was found by', () => {
  it('are listed by field, the name first', () => {
    const tree = explained(['graph', 'description', 'name'], ['read', 'name'], ['issue', 'parameterTexts'])
    expect(tellMetWords(tree)).toBe(
      'Name has graph and read; description has graph; the text of a parameter has issue.',
    )
  })

  it('are listed once: a stem only without its word, two words instead of both written as one', () => {
    const tree = explained(['list', 'name'], ['issue*', 'name'], ['issues', 'name'], ['listissues', 'name'])
    expect(tellMetWords(tree)).toBe('Name has list and issues.')
    expect(tellMetWords(explained(['creat*', 'tags']))).toBe('A tag has creat….')
  })

  it('are bounded, and nothing is said where nothing is known', () => {
    const words = Array.from({ length: 99 }, (_, i) => [`w${i}`, 'name'] as const)
    expect(tellMetWords(explained(...words))?.length).toBeLessThan(100)
    expect(tellMetWords({ label: 'cosine', value: 0.5 })).toBeUndefined()
    expect(tellMetWords(explained(['x', 'no field of ours']))).toBeUndefined()
  })
})
