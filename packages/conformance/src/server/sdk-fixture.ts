import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  ResultSchema,
  type ServerNotification,
  type ServerRequest,
  type ServerResult,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject } from '@toolscout/model'
import { SCENARIO_CONTEXT } from './scenario-context.ts'
import { SCENARIO_TOOLS, type Talk } from './scenario-tools.ts'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** A server that is the SDK's alone, with what the suite asks for. */
export interface SdkFixture {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Starts the server on loopback. */
export async function startSdkFixture(): Promise<SdkFixture> {
  const transports = new Map<string, StreamableHTTPServerTransport>()
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      eventStore: new InMemoryEventStore(),
      retryInterval: 10,
      onsessioninitialized: (id) => void transports.set(id, transport),
    })
    await createSdkServer().connect(transport as Transport)
    return transport
  }
  const http = createServer(async (request, response) => {
    const known = transports.get(String(request.headers['mcp-session-id']))
    await (known ?? (await open())).handleRequest(request, response)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

function createSdkServer(): Server {
  const capabilities = {
    tools: {},
    logging: {},
    completions: {},
    prompts: {},
    resources: { subscribe: true },
  }
  const server = new Server({ name: 'sdk-fixture', version: '1.0.0' }, { capabilities })
  server.setRequestHandler(SetLevelRequestSchema, () => ({}))
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: SCENARIO_TOOLS.map(({ run: _run, ...definition }) => definition) as never,
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<ServerResult> => {
    const tool = SCENARIO_TOOLS.find(({ name }) => name === params.name)
    try {
      const content = await tool?.run((params.arguments ?? {}) as JsonObject, talkOf(extra))
      return { content: content as never }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: (error as Error).message }] }
    }
  })
  offerContext(server)
  return server
}

function talkOf({ sendNotification, sendRequest, _meta, closeSSEStream }: Extra): Talk {
  return {
    progress: (progress, total) => {
      const progressToken = _meta?.progressToken
      if (progressToken === undefined) return
      void sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total } })
    },
    log: (data) =>
      void sendNotification({ method: 'notifications/message', params: { level: 'info', data } }),
    request: async (method, params) =>
      (await sendRequest({ method, params } as ServerRequest, ResultSchema)) as JsonObject,
    can: () => true,
    hangUp: () => closeSSEStream?.(),
  }
}

function offerContext(server: Server): void {
  const context = SCENARIO_CONTEXT
  const ask = ({ signal }: Extra) => ({ principal: '', signal })
  const answer = (result: JsonObject | undefined): ServerResult => ({ ...result }) as ServerResult
  server.setRequestHandler(ListResourcesRequestSchema, async (_request, extra) =>
    answer({ resources: (await context.listResources(ask(extra))).items }),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async (_request, extra) =>
    answer({ resourceTemplates: (await context.listResourceTemplates(ask(extra))).items }),
  )
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, extra) =>
    answer(await context.readResource(params.uri, ask(extra))),
  )
  server.setRequestHandler(SubscribeRequestSchema, () => ({}))
  server.setRequestHandler(UnsubscribeRequestSchema, () => ({}))
  server.setRequestHandler(ListPromptsRequestSchema, async (_request, extra) =>
    answer({ prompts: (await context.listPrompts(ask(extra))).items }),
  )
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }, extra) =>
    answer(await context.getPrompt(params.name, params.arguments ?? {}, ask(extra))),
  )
  server.setRequestHandler(CompleteRequestSchema, async ({ params }, extra) =>
    answer(await context.complete(params as JsonObject, ask(extra))),
  )
}
