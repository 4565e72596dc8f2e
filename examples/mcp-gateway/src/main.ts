// Two servers, 22 tools, one address: an agent that connects sees six tools and finds the rest.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createMetaExposure, createRegistry, serveHttp } from '@toolscout/registry'

const require = createRequire(import.meta.url)
const program = (manifest: string): object => ({
  command: process.execPath,
  args: [manifest.replace(/package\.json$/, 'dist/index.js')],
})

const registry = createRegistry({ servers: { memory: { trusted: true } } })
await registry.addServers({
  mcpServers: {
    demo: program(require.resolve('@modelcontextprotocol/server-everything/package.json')),
    memory: program(require.resolve('@modelcontextprotocol/server-memory/package.json')),
  },
})
// Calls that read, write and destroy are three tools, so that a client can ask its user about the right ones.
const exposure = createMetaExposure(registry, { split: true })
const gateway = await serveHttp({ registry, exposure, name: 'gateway', version: '1.0.0' })
await registry.settled({ timeoutMs: 60_000 })
console.log(`${gateway.url} serves ${registry.stats().tools} tools`)

// Any client of MCP; the token is the only thing it needs to know.
const client = new Client({ name: 'agent', version: '1.0.0' })
const headers = { authorization: `Bearer ${gateway.token}` }
await client.connect(new StreamableHTTPClientTransport(new URL(gateway.url), { requestInit: { headers } }))
const call = async (name: string, args: Record<string, unknown>): Promise<string> => {
  const { content } = await client.callTool({ name, arguments: args })
  return (content as { text?: string }[]).map(({ text }) => text).join('\n')
}

const { tools } = await client.listTools()
console.log(tools.map(({ name }) => name).join(', '))
assert.equal(tools.length, 6)
assert.match(tools[0]?.description ?? '', /Inside: demo, memory\.$/)

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
await gateway.close()
