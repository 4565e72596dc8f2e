import type { JsonObject } from '@toolscout/model'
import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import type { LoomOptions } from '../create-loom.ts'
import { openLoom } from '../fixtures/open-loom.ts'
import { servedTools } from '../fixtures/served-tools.ts'
import { toolFolder, yamlTool } from '../fixtures/tool-folder.ts'
import { createLoomHooks } from '../hooks/loom-hooks.ts'
import { createMcpIndexer } from '../indexers.ts'
import { createCustomIndexer } from './custom-indexer.ts'

const inputSchema: JsonObject = {
  type: 'object',
  properties: { text: { type: 'string' }, options: { type: 'object' } },
}

/** A file that leads to a tool of a real server, and what that server ran. */
async function openAlias({
  trusted = false,
  more = '',
  tool = 'look',
  gatewayOptions = {},
  ...options
}: LoomOptions & {
  readonly trusted?: boolean
  readonly more?: string
  readonly tool?: string
  readonly gatewayOptions?: Parameters<typeof openLoom>[1]
} = {}) {
  const runs: unknown[] = []
  const { folder } = await toolFolder({
    'a.yaml': yamlTool('find', {
      implementation: `{ type: mcp, config: { server: far, tool: ${tool} } }`,
      more,
    }),
  })
  const { loom, gateway } = openLoom(
    { indexers: [createMcpIndexer(), createCustomIndexer({ folder })], ...options },
    gatewayOptions,
  )
  const execute = (args: unknown): object => {
    runs.push(args)
    return { seen: true }
  }
  gateway.addServer(await servedTools('far', [{ name: 'look', inputSchema, execute }]), { trusted })
  gateway.start()
  await gateway.settled()
  const report = await loom.indexAll()
  const errorOf = async (args: object = {}, principal = ''): Promise<unknown> =>
    (await loom.call('custom:find', args, { principal })).structuredContent?.error
  return { loom, gateway, runs, report, errorOf }
}

it('a definition leads to the tool of a server, with its arguments and its result (LOOM-121)', async () => {
  const { loom, runs, report } = await openAlias({ trusted: true })
  expect(report).toMatchObject({ counts: { custom: 1 }, errors: [], warnings: [] })
  const { structuredContent, isError } = await loom.call('custom:find', { text: 'x', options: { a: 1 } })
  expect([structuredContent, isError]).toEqual([{ seen: true }, undefined])
  expect(runs).toEqual([{ text: 'x', options: { a: 1 } }])
  expect(loom.getTool('custom:find')).toMatchObject({ source: 'custom', requiresApproval: false })
})

it('no definition takes the approval away that its server needs', async () => {
  const asked: string[] = []
  const safety = 'safety: { requires_approval: false }'
  const { loom, runs, errorOf } = await openAlias({ more: safety })
  expect(loom.getTool('custom:find')?.requiresApproval).toBe(true)
  expect(await errorOf()).toBe('APPROVAL_REQUIRED')
  expect(runs).toEqual([])
  const approve: LoomOptions['approve'] = async ({ id }) => asked.push(id) > 0
  const granted = await openAlias({ approve, more: safety })
  expect([await granted.errorOf(), granted.runs.length, asked]).toEqual([undefined, 1, ['mcp:far:look']])
  const both = await openAlias({ approve, more: 'safety: { requires_approval: true }' })
  expect([await both.errorOf(), asked]).toEqual([undefined, ['mcp:far:look', 'custom:find', 'mcp:far:look']])
})

it('hooks and policies about the tool of the server hold, whatever the arguments are spelled like', async () => {
  const matcher = { param_path: 'options.path', op: 'contains', value: 'passwd' }
  const hooks = createLoomHooks([{ kind: 'denylist', scope: 'far:look', matcher }])
  const hooked = await openAlias({ trusted: true, hooks })
  // The server's schema reads the text as an object.
  for (const options of [{ path: '/etc/passwd' }, '{"path":"/etc/passwd"}']) {
    expect(await hooked.errorOf({ options })).toBe('PERMISSION_DENIED')
  }
  expect(await hooked.errorOf({ options: { path: '/tmp' } })).toBeUndefined()
  const named = createLoomHooks([{ kind: 'denylist', scope: 'find' }])
  expect(await (await openAlias({ trusted: true, hooks: named })).errorOf()).toBe('PERMISSION_DENIED')
  const gatewayOptions = {
    policy: ({ namespace }: { readonly namespace?: string }, { principal }: { readonly principal: string }) =>
      principal === 'ada' || namespace !== 'far',
  }
  const hidden = await openAlias({ trusted: true, gatewayOptions })
  expect([await hidden.errorOf(), await hidden.errorOf({}, 'ada')]).toEqual(['TOOL_NOT_FOUND', undefined])
})

it('somebody who is asked has their time, whatever the deadline of calls', async () => {
  const clock = createManualClock()
  let agree = (_is: boolean): void => {}
  const approve: LoomOptions['approve'] = async () =>
    new Promise<boolean>((resolve) => {
      agree = resolve
    })
  const { loom, runs } = await openAlias({ clock, approve, gatewayOptions: { clock } })
  const call = loom.call('custom:find')
  await clock.waitFor(300_000)
  await clock.advance(299_000)
  agree(true)
  expect((await call).structuredContent).toEqual({ seen: true })
  expect(runs).toHaveLength(1)
})

it('a server that is not there keeps the tool out, a tool that it has not is not run', async () => {
  const { folder } = await toolFolder({
    'a.yaml': yamlTool('find', { implementation: '{ type: mcp, config: { server: nowhere, tool: look } }' }),
  })
  const { errors } = await openLoom({ indexers: [createCustomIndexer({ folder })] }).loom.indexAll()
  expect(errors).toMatchObject([
    { code: 'CUSTOM_TOOL_NOT_ALLOWED', message: expect.stringContaining('no server "nowhere"') },
  ])
  const { errorOf, runs } = await openAlias({ trusted: true, tool: 'gone' })
  expect([await errorOf(), runs]).toEqual(['TOOL_NOT_FOUND', []])
})

it('one sentence says how the tools of a configured server are allowed to run', async () => {
  const { report, gateway, loom } = await openAlias()
  expect(report.warnings).toEqual([
    'The server "far" is not trusted, so no tool there runs: write `trusted: true` beside `command` or `url` of a server you trust, or give createLoom `approve`.',
  ])
  const { content } = await loom.call('mcp:far:look')
  expect(JSON.stringify(content)).toContain('`trusted: true`')
  await gateway.removeServer('far')
  const { url, headers } = await servedTools('far', [{ name: 'look', inputSchema, execute: () => 'seen' }])
  await gateway.addServers({ mcpServers: { far: { type: 'http', url, headers, trusted: true } } })
  await gateway.settled()
  expect((await loom.indexAll()).warnings).toEqual([])
  expect((await loom.call('mcp:far:look')).content).toEqual([{ type: 'text', text: 'seen' }])
  const asking = await openAlias({ approve: async () => false })
  expect(asking.report.warnings).toEqual([])
})
