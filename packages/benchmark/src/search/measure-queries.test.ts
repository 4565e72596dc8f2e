import { describe, expect, it } from 'vitest'
import type { EngineIndex } from '../engines/engine.ts'
import { measureChanges } from './measure-changes.ts'
import { measureQueries } from './measure-queries.ts'
import { measureSnapshot } from './measure-snapshot.ts'

const echo: EngineIndex = { search: async (query) => [query], close: () => undefined }

describe('queries', () => {
  it('are all asked, in order, when there is time', async () => {
    const { answers, queries } = await measureQueries(echo, ['a', 'b', 'c'], 60_000)
    expect(answers).toEqual([['a'], ['b'], ['c']])
    expect(queries).toBe(3)
  })

  it('are asked once at least when there is none', async () => {
    const figures = await measureQueries(echo, ['a', 'b', 'c'], 0)
    expect(figures.answers).toEqual([['a']])
    expect(figures.queries).toBe(1)
  })
})

describe('an engine that cannot be changed or saved', () => {
  it('has null in place of figures', async () => {
    expect(new Set(Object.values(await measureChanges(echo, [], ['a'], 1_000)))).toEqual(new Set([null]))
    expect(await measureSnapshot(echo, ['a'])).toEqual({ saveMs: null, loadMs: null, savedBytes: null })
  })
})

describe('a saved index', () => {
  it('that answers differently is a problem, not a figure to be proud of', async () => {
    const other: EngineIndex = { ...echo, search: async () => ['other'] }
    const index: EngineIndex = { ...echo, save: async () => ({ bytes: 7, restore: async () => other }) }
    const figures = await measureSnapshot(index, ['a'])
    expect(figures).toMatchObject({ savedBytes: 7, problem: 'answers differently once restored' })
  })

  it('that cannot be written is a problem with its reason', async () => {
    const save = async (): Promise<never> => {
      throw new RangeError('Invalid string length')
    }
    expect(await measureSnapshot({ ...echo, save }, ['a'])).toEqual({
      saveMs: null,
      loadMs: null,
      savedBytes: null,
      problem: 'cannot be saved and restored: RangeError: Invalid string length',
    })
  })
})
