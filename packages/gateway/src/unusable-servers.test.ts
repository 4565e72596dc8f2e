import { McpVariableMissingError, parseMcpConfig } from '@toolscout/mcp'
import { expect, it } from 'vitest'
import { createMetaExposure } from './exposure/meta/meta-exposure.ts'
import { callOf, textOf } from './fixtures/exposure-call.ts'
import { startLiveServer } from './fixtures/live-server.ts'
import { openGateway } from './fixtures/open-gateway.ts'
import type { GatewayOptions } from './gateway-options.ts'

/** A gateway with a server that works, and one whose variable is not set. */
async function lacking(options: GatewayOptions = {}) {
  const live = await startLiveServer('files', ['create_directory'])
  const opened = openGateway(options)
  const url = 'https://example.com/$' + '{GITHUB_TOKEN}'
  const { failures } = await parseMcpConfig(JSON.stringify({ mcpServers: { github: { url } } }), { env: {} })
  await opened.gateway.addServers({ servers: [live.config], failures, disabled: [], warnings: [] })
  opened.gateway.start()
  await opened.gateway.settled()
  return { live, ...opened, exposure: createMetaExposure(opened.gateway) }
}

it('a server that lacks its variable is a failed one that tells people where it is configured and why', async () => {
  const { gateway } = await lacking()
  expect(gateway.servers()).toEqual([
    expect.objectContaining({ name: 'files', state: 'ready' }),
    expect.objectContaining({
      name: 'github',
      state: 'failed',
      where: 'config: mcpServers.github.url',
      error: { code: 'MCP_VARIABLE_MISSING', message: expect.stringContaining('GITHUB_TOKEN') },
    }),
  ])
  const [, github] = gateway.servers()
  expect([github?.transport, github?.tools]).toEqual([undefined, 0])
  expect(gateway.health().degraded).toEqual([
    { server: 'github', state: 'failed', reason: expect.stringMatching(/GITHUB_TOKEN((?!the user).)*\.$/) },
  ])
  expect(gateway.stats()).toMatchObject({ servers: 2, readyServers: 1 })
})

it('the answer to a model says why it is not there, and to tell the user', async () => {
  const { exposure } = await lacking()
  expect(exposure.list('')[0]?.description).toMatch(/files.*github/s)
  const found = await exposure.call('search_tools', { query: 'list issues on github' }, callOf())
  expect(textOf(found)).toMatch(/^Configured but not connected: .*GITHUB_TOKEN.*Tell the user\.$/m)
})

it.each(['github:create_issue', 'github__create_issue', 'mcp__github__create_issue', 'github/create_issue'])(
  'a call of its tool says why, and suggests no tool of another server: %s',
  async (name) => {
    const { exposure } = await lacking()
    const called = await exposure.call('call_tool', { name, arguments: {} }, callOf())
    expect(called.structuredContent).toMatchObject({ error: 'SERVER_UNAVAILABLE', outcome: 'notRun' })
    expect(textOf(called)).toMatch(/The server "github" is not available\..*GITHUB_TOKEN/)
    expect(textOf(called)).not.toContain('files')
    const described = await exposure.call('describe_tools', { names: [name] }, callOf())
    expect(textOf(described)).toContain('GITHUB_TOKEN')
  },
)

it('a name that only begins like it is not found, as before', async () => {
  const { gateway } = await lacking()
  const result = await gateway.call('githubber:create_issue')
  expect(result.structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND' })
})

it('does not exist under a policy, which is asked about tools', async () => {
  const { gateway } = await lacking({ policy: () => true })
  expect(gateway.servers({ principal: 'ann' }).map(({ name }) => name)).toEqual(['files'])
  const result = await gateway.call('github:create_issue', {}, { principal: 'ann' })
  expect(result.structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND' })
})

it('makes room for a server of its name, and can be removed', async () => {
  const { gateway } = await lacking()
  await expect(gateway.reconnectServer('github')).rejects.toThrow(McpVariableMissingError)
  const version = gateway.version()
  const github = await startLiveServer('github', ['create_issue'])
  gateway.addServer(github.config)
  expect(gateway.version()).not.toBe(version)
  expect((await gateway.call('github:create_issue')).isError).toBeUndefined()
  await gateway.removeServer('github')
  expect(gateway.servers().map(({ name }) => name)).toEqual(['files'])
})

it('one that is there already is not replaced by one that cannot be read', async () => {
  const { gateway } = await lacking()
  const { failures } = await parseMcpConfig('{"mcpServers":{"files":{}}}')
  await gateway.addServers({ servers: [], failures, disabled: [], warnings: [] })
  expect(gateway.servers().find(({ name }) => name === 'files')?.state).toBe('ready')
  await gateway.removeServer('github')
  expect(gateway.servers().map(({ name }) => name)).toEqual(['files'])
})
