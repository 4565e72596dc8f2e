import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import type { Ledger } from './ledger.ts'

/** One call as a tool of a farm sees it. */
export interface FarmCall {
  readonly tool: string
  readonly nonce: string
  readonly signal: AbortSignal
  readonly progress: (progress: number) => Promise<void>
}

/** What the MCP servers of one backend have in common. */
export interface FarmHost {
  readonly name: string
  readonly ledger: Ledger
  /** Tools beside the ones every backend has. */
  readonly more: () => readonly string[]
  /** How long the tool `slow` takes. */
  readonly slowMs: number
  /** Called when a tool has had its effect, before the answer; may never resolve. */
  readonly onRan: (call: {
    readonly sessionId: string | undefined
    readonly requestId: unknown
  }) => Promise<void>
}

const INPUT: Tool['inputSchema'] = {
  type: 'object',
  properties: { nonce: { type: 'string' } },
  required: ['nonce'],
}

/** What every backend has. `echo` reads, `repeatable` may be called again, the others must not be. */
const TOOLS: readonly Tool[] = [
  { name: 'effect', description: 'Has an effect that cannot be undone', inputSchema: INPUT },
  { name: 'echo', description: 'Says it again', inputSchema: INPUT, annotations: { readOnlyHint: true } },
  {
    name: 'repeatable',
    description: 'Has an effect that may be repeated',
    inputSchema: INPUT,
    annotations: { idempotentHint: true },
  },
  { name: 'wait', description: 'Waits until it is given up', inputSchema: INPUT },
  { name: 'tell', description: 'Tells of its progress until it is given up', inputSchema: INPUT },
  { name: 'slow', description: 'Takes its time', inputSchema: INPUT },
]

/** Creates the SDK's server for one session of a backend. */
export function createFarmServer(host: FarmHost): Server {
  const server = new Server(
    { name: host.name, version: '1.0.0' },
    { capabilities: { tools: { listChanged: true } } },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => {
    const more = host.more().map((name) => ({ name, description: `Says ${name} again`, inputSchema: INPUT }))
    return { tools: [...TOOLS, ...more] }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const nonce = String(params.arguments?.nonce)
    const token = params._meta?.progressToken
    const call: FarmCall = {
      tool: params.name,
      nonce,
      signal: extra.signal,
      progress: async (progress) => {
        if (token === undefined) return
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken: token, progress },
        })
      },
    }
    extra.signal.addEventListener('abort', () => host.ledger.recordAbort(nonce), { once: true })
    host.ledger.recordBegin(nonce)
    await runTool(host, call)
    await host.onRan({ sessionId: extra.sessionId, requestId: extra.requestId })
    return { content: [{ type: 'text', text: `${host.name} ${params.name} ${nonce}` }] }
  })
  return server
}

async function runTool(
  { ledger, slowMs }: FarmHost,
  { tool, nonce, signal, progress }: FarmCall,
): Promise<void> {
  if (tool === 'effect' || tool === 'repeatable') ledger.record(nonce)
  if (tool === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
  if (tool === 'wait') await untilAborted(signal)
  if (tool === 'tell') {
    for (let step = 1; !signal.aborted; step += 1) {
      await progress(step)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
