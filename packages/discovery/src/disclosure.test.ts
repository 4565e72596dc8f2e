import { tmpdir } from 'node:os'
import { realServer as server } from '@toolscout/testbed/servers'
import { expect, it } from 'vitest'
import { open } from './fixtures/open-discovery.ts'

it('costs what the budget says, and shows the best first', async () => {
  const scout = open()
  await scout.connectServers({ mcpServers: { files: server('filesystem', tmpdir()) } })
  const { hits } = await scout.search('read a file', { limit: 5 })
  const { text, tokens, tools } = await scout.render(
    hits.map((hit) => hit.id),
    { format: 'signature', budgetTokens: 200 },
  )
  expect(tokens).toBeLessThanOrEqual(200)
  expect(tools[0]?.id).toBe(hits[0]?.id)
  expect(text).toContain('files:read_file(path: string')
  const described = await scout.describe([hits[0]?.id as string, 'unknown'], { detail: 'summary' })
  expect([described.docs.length, described.failures.length]).toEqual([1, 1])
})

it('renders with no options as with the defaults', async () => {
  const scout = open()
  await scout.register([{ name: 'ping', description: 'Says pong', inputSchema: { type: 'object' } }])
  const defaults = { detail: 'schema', format: 'markdown', budgetTokens: 2_000 } as const
  expect(await scout.render(['ping'])).toEqual(await scout.render(['ping'], defaults))
})
