// An MCP server over stdio. Arguments: its name, the file its ledger is written to, and how it is to die:
// `well`, or `stubborn`, which ignores SIGTERM and has a child that does as well.
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const [name, ledger, mode] = process.argv.slice(2)
const isStubborn = mode === 'stubborn' || mode === 'grandchild'
if (isStubborn) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
  setInterval(() => {}, 60_000)
}
const note = (what, nonce) => appendFileSync(ledger, `${what} ${nonce}\n`)

if (mode === 'grandchild') {
  note('pid', process.pid)
} else {
  note('pid', process.pid)
  if (isStubborn) {
    spawn(process.execPath, [process.argv[1], name, ledger, 'grandchild'], {
      stdio: ['ignore', 'inherit', 'ignore'],
    })
  }
  const inputSchema = { type: 'object', properties: { nonce: { type: 'string' } } }
  const names = ['effect', 'echo', 'wait', 'die', 'die-after']
  const server = new Server({ name, version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: names.map((tool) => ({ name: tool, description: `It is ${tool}`, inputSchema })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const nonce = params.arguments?.nonce
    if (params.name === 'die') process.kill(process.pid, 'SIGKILL')
    if (params.name === 'effect' || params.name === 'die-after') note('ran', nonce)
    if (params.name === 'die-after') process.kill(process.pid, 'SIGKILL')
    if (params.name === 'wait') {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      note('aborted', nonce)
    }
    return { content: [{ type: 'text', text: `${name} ${params.name} ${nonce}` }] }
  })
  await server.connect(new StdioServerTransport())
}
