import { rename } from 'node:fs/promises'
import { createGateway } from '@toolscout/gateway'
import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import { openLoom } from '../fixtures/open-loom.ts'
import { toolFolder, yamlTool } from '../fixtures/tool-folder.ts'
import type { Loom } from '../loom.ts'
import { type CustomIndexerOptions, createCustomIndexer } from './custom-indexer.ts'

const echo = (args: unknown): string => JSON.stringify(args)

function openFolder(options: CustomIndexerOptions): Loom {
  return openLoom({ indexers: [createCustomIndexer({ handlers: { echo }, ...options })] }).loom
}

it('a definition is a tool with all it says (LOOM-009, LOOM-120)', async () => {
  const { folder } = await toolFolder({
    'a.yaml': yamlTool('invoice', {
      metadata: 'tags: [Money, billing]\n  labels: { team: finance }\n  capabilities: [billing]',
      more: `examples:
    - { description: Says it, input: { text: hi }, output: { said: hi } }
  rate_limit: { requests_per_minute: 5, notes: per key }
  safety: { requires_approval: true }
  output_schema: { type: object }
  metadata: { cost_per_request: 0.1 }`,
    }),
  })
  const loom = openFolder({ folder })
  expect(await loom.indexAll()).toMatchObject({ counts: { custom: 1 }, changed: 1, errors: [] })
  expect(loom.getTool('custom:invoice')).toMatchObject({
    id: 'custom:invoice',
    source: 'custom',
    description: 'Tells invoice',
    tags: ['money', 'billing'],
    keywords: ['invoice', 'tells'],
    outputSchema: { type: 'object' },
    capabilities: [{ name: 'billing', confidence: 1, isExplicit: true }],
    examples: [{ description: 'Says it', arguments: { text: 'hi' }, resultHint: '{"said":"hi"}' }],
    rateLimit: { requestsPerMinute: 5, notes: 'per key' },
    requiresApproval: true,
  })
  expect(loom.getTool('custom:invoice')?.inputSchema).toHaveProperty('properties.text')
  expect((await loom.search({ query: 'invoice', sources: ['custom'] })).results[0]?.tool.id).toBe(
    'custom:invoice',
  )
  const signal = new AbortController().signal
  const told = await loom
    .createExposure()
    .call('tool_search', { query: 'invoice' }, { principal: '', signal })
  expect(JSON.stringify(told.content)).toContain('CUSTOM')
  expect((await loom.indexAll()).changed).toBe(0)
})

it('is called as any tool, and a definition may say that nobody need agree (LOOM-123)', async () => {
  const { folder } = await toolFolder({
    'a.yaml': yamlTool('exec_query', { more: 'safety: { requires_approval: false }' }),
  })
  const loom = openFolder({ folder })
  await loom.indexAll()
  expect((await loom.call('custom:exec_query', { text: 'hi' })).content).toEqual([
    { type: 'text', text: '{"text":"hi"}' },
  ])
  expect((await loom.call('custom:exec_query', { text: ['no text'] })).isError).toBe(true)
})

it('a file that is gone takes its tool along; one that is wrong now, and a folder that is away, keep theirs', async () => {
  const { folder, write, remove } = await toolFolder({
    'a.yaml': yamlTool('a'),
    'b.yaml': yamlTool('b'),
    'c.yaml': yamlTool('c'),
  })
  const loom = openFolder({ folder })
  await loom.indexAll()
  await remove('a.yaml')
  await write('b.yaml', 'apiVersion: [')
  const report = await loom.indexAll()
  expect(report).toMatchObject({ counts: { custom: 2 }, removed: 1 })
  expect(report.errors).toMatchObject([{ subject: 'b.yaml', code: 'CUSTOM_TOOL_INVALID' }])
  expect(loom.getTool('custom:a')).toBeUndefined()
  expect((await loom.call('custom:b', { text: 'x' })).isError).toBeUndefined()

  await rename(folder, `${folder}-away`)
  const away = await loom.indexAll()
  expect(away).toMatchObject({ counts: { custom: 2 }, removed: 0 })
  expect(away.errors).toMatchObject([{ code: 'CUSTOM_FOLDER_UNREADABLE', source: 'custom' }])
  expect(loom.sources()).toMatchObject([{ available: false, complete: false, tools: 2 }])
  await rename(`${folder}-away`, folder)
  await write('b.yaml', yamlTool('renamed'))
  expect(await loom.indexAll()).toMatchObject({ counts: { custom: 2 }, changed: 1, removed: 1, errors: [] })
})

it('what a store remembers of a file that is gone leaves, and local tools of others stay', async () => {
  const { folder } = await toolFolder({ 'a.yaml': yamlTool('a') })
  const { loom, gateway } = openLoom({ indexers: [createCustomIndexer({ folder, handlers: { echo } })] })
  const old = { name: 'old', inputSchema: {}, _meta: { 'toolscout/file': 'old.yaml' } }
  await gateway.register([old], { namespace: 'custom' })
  await gateway.register([{ name: 'old', inputSchema: {} }])
  expect(await loom.indexAll()).toMatchObject({ counts: { builtin: 1, custom: 1 }, removed: 1 })
})

it('of two definitions of one tool the first file counts, and the other is told', async () => {
  const { folder } = await toolFolder({ 'a.yaml': yamlTool('twin'), 'b.yaml': yamlTool('twin') })
  const loom = openFolder({ folder })
  const report = await loom.indexAll()
  expect(report.counts.custom).toBe(1)
  expect(report.errors).toMatchObject([{ subject: 'b.yaml', message: expect.stringContaining('a.yaml') }])
})

it('a rate limit holds in every window, also when the file is read again (LOOM-124)', async () => {
  const clock = createManualClock()
  const { folder } = await toolFolder({
    'a.yaml': yamlTool('slow', { more: 'rate_limit: { requests_per_minute: 2, requests_per_hour: 3 }' }),
    'b.yaml': yamlTool('never', { more: 'rate_limit: { requests_per_hour: 0 }' }),
  })
  const loom = openFolder({ folder, clock })
  await loom.indexAll()
  const call = async (): Promise<unknown> => (await loom.call('custom:slow', {})).structuredContent
  expect(await call()).toBeUndefined()
  await clock.advance(59_000)
  expect(await call()).toBeUndefined()
  await loom.indexAll()
  expect(await call()).toMatchObject({ error: 'RATE_LIMITED', retryAfterMs: 1_000, outcome: 'notRun' })
  await clock.advance(1_000)
  expect(await call()).toBeUndefined()
  await clock.advance(60_000)
  expect(await call()).toMatchObject({ error: 'RATE_LIMITED', retryAfterMs: 3_600_000 - 120_000 })
  expect((await loom.call('custom:never')).structuredContent).toMatchObject({ error: 'RATE_LIMITED' })
})

it.each([
  [
    'a safety rule nobody enforces',
    yamlTool('a', { more: 'safety: { blocked_patterns: [rm] }' }),
    'spec.safety',
  ],
  ['another kind', yamlTool('a').replace('kind: Tool', 'kind: Agent'), 'kind'],
  ['another version of the format', yamlTool('a').replace('loom/v1', 'loom/v2'), 'apiVersion'],
  ['no name', yamlTool('""'), 'metadata.name'],
  ['a version that is a number', yamlTool('a', { metadata: 'version: 1.0' }), 'metadata.version'],
  [
    'an implementation there is not',
    yamlTool('a', { implementation: '{ type: toString, config: {} }' }),
    'http, command, python, shell, docker, mcp or builtin',
  ],
  [
    'gRPC',
    yamlTool('a', { implementation: '{ type: grpc, config: { endpoint: x } }' }),
    'put an MCP server or an HTTP endpoint before it',
  ],
  [
    'a container without an image',
    yamlTool('a', { implementation: '{ type: docker, config: {} }' }),
    'image',
  ],
  [
    'a limit below nothing',
    yamlTool('a', { more: 'rate_limit: { requests_per_hour: -1 }' }),
    'spec.rate_limit',
  ],
  ['a list', '- a', ''],
])('%s is refused, and where it stands is told', async (_what, text, path) => {
  const { folder } = await toolFolder({ 'a.yaml': text })
  const { counts, errors } = await openFolder({ folder }).indexAll()
  expect(counts.custom).toBe(0)
  expect(errors[0]).toMatchObject({ code: 'CUSTOM_TOOL_INVALID', subject: 'a.yaml' })
  expect(errors[0]?.message).toContain(path)
})

it.each([
  ['{ type: builtin, handler: constructor }'],
  ['{ type: http, config: { endpoint: "https://a.example/" } }'],
  ['{ type: command, config: { command: "/bin/echo" } }'],
  ['{ type: python, config: { script: "print(1)" } }'],
  ['{ type: shell, config: { script: "echo 1" } }'],
  ['{ type: docker, config: { image: alpine } }'],
  ['{ type: mcp, config: { server: nowhere, tool: look } }'],
])('%s is off unless it is allowed', async (implementation) => {
  const { folder } = await toolFolder({ 'a.yaml': yamlTool('a', { implementation }) })
  const { counts, errors } = await openFolder({ folder }).indexAll()
  expect([counts.custom, errors[0]?.code]).toEqual([0, 'CUSTOM_TOOL_NOT_ALLOWED'])
})

it('an origin must be one, and a namespace a part of ids', () => {
  for (const origin of ['https://a.example/path', 'a.example', 'file:///etc', 'https://u@a.example', '']) {
    expect(() => createCustomIndexer({ folder: '.', allowHttp: [origin] })).toThrow(TypeError)
  }
  expect(() => createCustomIndexer({ folder: '.', namespace: 'a:b' })).toThrow(TypeError)
  expect(createGateway().list()).toEqual([])
})
