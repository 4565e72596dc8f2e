import { expect, it } from 'vitest'
import { measureMeta } from './measure-meta.ts'

it('the meta-tools cost a model at most 900 tokens, whatever the catalog', async () => {
  const rows = await measureMeta([0, 1_000])
  expect(rows.map(({ tools, definitions }) => [tools, definitions])).toEqual([
    [0, 4],
    [0, 6],
    [1_000, 4],
    [1_000, 6],
  ])
  for (const { o200k, cl100k } of rows) {
    expect(o200k).toBeLessThanOrEqual(900)
    expect(cl100k).toBeLessThanOrEqual(900)
  }
})
