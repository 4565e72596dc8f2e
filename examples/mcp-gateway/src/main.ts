// Two servers, 22 tools, one address: an agent that connects sees six tools and finds the rest.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createGateway, createMetaExposure, serveHttp } from '@toolscout/gateway'

const require = createRequire(import.meta.url)
const program = (manifest: string): object => ({
  command: process.execPath,
  args: [manifest.replace(/package\.json$/, 'dist/index.js')],
})

const gateway = createGateway({ servers: { memory: { trusted: true } } })
await gateway.addServers({
  mcpServers: {
    demo: program(require.resolve('@modelcontextprotocol/server-everything/package.json')),
    memory: program(require.resolve('@modelcontextprotocol/server-memory/package.json')),
  },
})
// Calls that read, write and destroy are three tools, so that a client can ask its user about the right ones.
const exposure = createMetaExposure(gateway, { split: true })
const serving = await serveHttp({ gateway, exposure, name: 'gateway', version: '1.0.0' })
await gateway.settled({ timeoutMs: 60_000 })
console.log(`${serving.url} serves ${gateway.stats().tools} tools`)

// Any client of MCP; the token is the only thing it needs to know.
const client = new Client({ name: 'agent', version: '1.0.0' })
const headers = { authorization: `Bearer ${serving.token}` }
await client.connect(new StreamableHTTPClientTransport(new URL(serving.url), { requestInit: { headers } }))
const call = async (name: string, args: Record<string, unknown>): Promise<string> => {
  const { content } = await client.callTool({ name, arguments: args })
  return (content as { text?: string }[]).map(({ text }) => text).join('\n')
}

const { tools } = await client.listTools()
console.log(tools.map(({ name }) => name).join(', '))
assert.equal(tools.length, 6)
assert.match(
  tools[0]?.description ?? '',
  /Behind this: demo \(13 tools\), memory \(9\)\. Also \d+ prompts, \d+ resources\.$/m,
)

const found = await call('search_tools', {
  queries: ['add two numbers', 'read the whole knowledge graph'],
  limit: 4,
})
console.log(found)
assert.match(found, /^demo:get-sum\(a: number, b: number\)/m)
assert.match(found, /^memory:read_graph\(/m)

// Only the server that is trusted is believed that a tool only reads.
assert.match(
  await call('call_read_tool', { name: 'demo:get-sum', arguments: { a: 2, b: 3 } }),
  /call_destructive_tool/,
)
assert.match(
  await call('call_destructive_tool', { name: 'demo:get-sum', arguments: { a: 2, b: '3' } }),
  /is 5/,
)
assert.match(await call('call_read_tool', { name: 'memory:read_graph' }), /entities/)

await client.close()
await serving.close()
