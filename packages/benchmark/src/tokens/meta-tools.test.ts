import { createDiscovery } from '@toolscout/discovery'
import { createMetaExposure } from '@toolscout/gateway'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'

const SERVERS = 'filesystem github gmail google-calendar linear memory notion postgres sentry slack'.split(
  ' ',
)

it('the meta-tools with the card of ten servers have at most 450 tokens of o200k_base', async () => {
  const scout = createDiscovery({ embedder: false })
  for (const [i, namespace] of SERVERS.entries()) {
    const names = Array.from({ length: 5 + 3 * i }, (_, n) => `tool_${n}`)
    await scout.register(
      names.map((name) => ({ name, inputSchema: { type: 'object' } })),
      { namespace },
    )
  }
  const exposure = createMetaExposure(scout)
  expect(exposure.list('')[0]?.description).toMatch(/Behind this: filesystem \(5 tools\), .* slack \(32\)\.$/)
  expect(countTokens(JSON.stringify(exposure.list('')))).toBeLessThanOrEqual(450)
  expect(exposure.list('')).toBe(exposure.list(''))
  const call = { principal: '', signal: new AbortController().signal }
  const { content } = await exposure.call('search_tools', { query: 'tool_3' }, call)
  expect(content[0]).toMatchObject({ text: expect.stringContaining(':tool_3()') })
  await scout.close()
})
