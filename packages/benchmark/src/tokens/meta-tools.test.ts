import { createDiscovery, type Discovery } from '@toolscout/discovery'
import { createMetaExposure } from '@toolscout/gateway'
import type { ToolDefinition } from '@toolscout/model'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'

const SERVERS = 'filesystem github gmail google-calendar linear memory notion postgres sentry slack'.split(
  ' ',
)
const KINDS = ['prompt', 'resource', 'skill'] as const

/** Ten servers of 5 to 32 tools; with all kinds, of as many of each of the others as they have a third of tools. */
async function tenServers({ hasAllKinds }: { readonly hasAllKinds: boolean }): Promise<Discovery> {
  const scout = createDiscovery({ embedder: false })
  const many = (count: number, more: object): ToolDefinition[] =>
    Array.from({ length: count }, (_, n) => ({ name: `tool_${n}`, inputSchema: { type: 'object' }, ...more }))
  for (const [i, namespace] of SERVERS.entries()) {
    const others = hasAllKinds ? KINDS.flatMap((kind) => many(2 + i, { kind })) : []
    await scout.register([...many(5 + 3 * i, {}), ...others], { namespace })
  }
  return scout
}

it('the meta-tools with the card of ten servers have at most 450 tokens of o200k_base', async () => {
  const scout = await tenServers({ hasAllKinds: false })
  const exposure = createMetaExposure(scout)
  expect(exposure.list('')[0]?.description).toMatch(/Behind this: filesystem \(5 tools\), .* slack \(32\)\.$/)
  expect(countTokens(JSON.stringify(exposure.list('')))).toBeLessThanOrEqual(450)
  expect(exposure.list('')).toBe(exposure.list(''))
  const call = { principal: '', signal: new AbortController().signal }
  const { content } = await exposure.call('search_tools', { query: 'tool_3' }, call)
  expect(content[0]).toMatchObject({ text: expect.stringContaining(':tool_3()') })
  await scout.close()
})

it('and with prompts, resources and skills of each; what the servers say costs at most 300 more', async () => {
  const scout = await tenServers({ hasAllKinds: true })
  const tokensOf = (host: Discovery): number => countTokens(JSON.stringify(createMetaExposure(host).list('')))
  const plain = createMetaExposure(scout).list('')[0]?.description
  expect(plain).toMatch(/ slack \(32\)\. Also 65 prompts, 65 resources, 65 skills\.$/)
  expect(JSON.stringify(createMetaExposure(scout).list(''))).toContain('"kind":')
  expect(tokensOf(scout)).toBeLessThanOrEqual(450)
  const instructions = `Call the list tool before you read anything. ${'Ids are numbers, and names are not unique. '.repeat(40)}`
  const servers = () => SERVERS.map((name) => ({ name, state: 'ready', server: { instructions } }))
  const talking: Discovery = { ...scout, servers }
  expect(createMetaExposure(talking).list('')[0]?.description?.split('Call the list tool')).toHaveLength(11)
  expect(tokensOf(talking) - tokensOf(scout)).toBeLessThanOrEqual(300)
  await scout.close()
})
