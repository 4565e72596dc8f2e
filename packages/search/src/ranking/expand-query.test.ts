import { expect, it } from 'vitest'
import { expandQuery } from './expand-query.ts'

it.each([
  ['remove a photo', ['delete', 'image', 'picture']],
  ['open a PR', ['pull', 'request']],
  ['merge the pull request', ['pr']],
  ['switch off the lamp', ['disable']],
  ['what is at https://example.com', ['url']],
  ['the resource group', ['resourcegroup']],
])('knows what %j means in other words', async (text, words) => {
  const found = await expandQuery(text)
  expect([...found.keys()]).toEqual(expect.arrayContaining(words))
  for (const weight of found.values()) {
    expect(weight).toBeGreaterThan(0)
    expect(weight).toBeLessThanOrEqual(1)
  }
})

it('repeats no word of the request, and knows nothing of words that mean nothing else', async () => {
  expect((await expandQuery('delete or remove')).has('remove')).toBe(false)
  expect([...(await expandQuery('qwxz 17')).keys()]).toEqual(['qwxz17'])
})
