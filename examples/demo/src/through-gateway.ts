import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createGateway, createMetaExposure, serveHttp } from '@toolscout/gateway'
import { countTokens } from 'gpt-tokenizer'
import { block, bold, dim, number } from './print.ts'
import { demoServers } from './servers.ts'

/**
 * The same servers behind one address: what an agent that connects is shown, and a call that goes through. Resolves
 * with the tokens of the tools it is shown.
 */
export async function callThroughGateway(folder: string): Promise<number> {
  const gateway = createGateway()
  await gateway.addServers(demoServers(folder))
  const exposure = createMetaExposure(gateway)
  const serving = await serveHttp({ gateway, exposure, name: 'demo', version: '1.0.0' })
  const client = new Client({ name: 'agent', version: '1.0.0' })
  try {
    await gateway.settled({ timeoutMs: 60_000 })
    const headers = { authorization: `Bearer ${serving.token}` }
    const transport = new StreamableHTTPClientTransport(new URL(serving.url), { requestInit: { headers } })
    await client.connect(transport)
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name).join(', ')
    console.log(bold(`\nThrough a gateway at ${serving.url}:`))
    const tokens = countTokens(JSON.stringify(tools))
    console.log(
      `  ${gateway.stats().tools} tools behind ${names} ${dim(`${number(tokens)} tokens of definitions`)}`,
    )
    const found = await call(client, 'search_tools', { query: 'search files by pattern', limit: 3 })
    console.log(`  search_tools ${dim('“search files by pattern”')}\n${block(found, 3)}`)
    const name = 'filesystem:search_files'
    const text = await call(client, 'call_tool', { name, arguments: { path: folder, pattern: '**/*.md' } })
    console.log(`  call_tool ${name}\n${block(text, 3)}`)
    if (!found.includes(name) || !text.includes('notes.md'))
      throw new TypeError('The call through the gateway did not find the file.')
    return tokens
  } finally {
    await client.close()
    await serving.close()
  }
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args })
  return (content as { text?: string }[]).map(({ text = '' }) => text).join('\n')
}
