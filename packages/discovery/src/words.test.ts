import { expect, it } from 'vitest'
import * as whole from './index.ts'
import { createDiscovery } from './words.ts'

const TOOLS = [
  {
    name: 'get_weather',
    description: 'Current temperature and wind in a city.',
    inputSchema: { type: 'object' },
  },
  { name: 'send_email', description: 'Sends a message to a mailbox.', inputSchema: { type: 'object' } },
]

it('a facade by words answers as the whole one does without an embedder', async () => {
  const [words, both] = [createDiscovery(), whole.createDiscovery({ embedder: false })]
  for (const scout of [words, both]) await scout.register(TOOLS)
  const query = 'how strong is the wind in Oslo'
  expect(await words.search(query)).toEqual(await both.search(query))
  expect((await words.search(query)).hits[0]?.id).toBe('get_weather')
  expect(words.embeddings).toBeUndefined()
  await Promise.all([words.close(), both.close()])
})

it('refuses options that would have no effect', () => {
  const options = { embedder: false } as object
  expect(() => createDiscovery(options)).toThrow(/"embedder" is no member of the options of createDiscovery/)
})
