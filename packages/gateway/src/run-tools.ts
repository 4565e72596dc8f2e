import type { Discovery, ToolReference } from '@toolscout/discovery'
import type { RegisteredTool } from '@toolscout/index'
import { type JsonObject, type Observer, type ToolResult, toExportName } from '@toolscout/model'
import { observeFact } from '@toolscout/model/internal'
import {
  type CallableTool,
  type CallEngine,
  type CallEngineOptions,
  type CalledTool,
  type CallOptions,
  type CallPolicy,
  createCallEngine,
  failureResult,
  type LocalHandler,
  shownName,
} from '@toolscout/runtime'
import type { ToolFinder } from './find-tools.ts'
import { observedServer } from './servers/observed-server.ts'
import type { ServerEntry, Servers } from './servers/servers.ts'

/** Runs the tools of a gateway. */
export interface ToolRunner {
  /** Never rejects but for options. `found` is absent for what does not exist. */
  readonly call: (
    reference: ToolReference,
    found: RegisteredTool | undefined,
    call: { readonly args: unknown; readonly options: CallOptions },
  ) => Promise<ToolResult>
  readonly readResult: CallEngine['readResult']
}

/** What calls are run with. */
export interface ToolRunnerParts {
  readonly discovery: Discovery
  readonly servers: Servers
  readonly finder: ToolFinder
  readonly options: Omit<CallEngineOptions, 'policyOf' | 'guardOf'>
}

/** Creates the runner: from a tool to who runs it, and how. */
export function createToolRunner({ discovery, servers, finder, options }: ToolRunnerParts): ToolRunner {
  const serverOf = new WeakMap<CalledTool, ServerEntry>()
  const engine = createCallEngine({
    ...options,
    policyOf: (entry) => policyOf(serverOf.get(entry)),
    // Only backends that are servers of ours are ever named.
    guardOf: (backend) => servers.getOrThrow(backend).guard,
  })

  const toEntry = ({ tool }: RegisteredTool): CallableTool => {
    const name = toExportName(tool.id)
    const backend = discovery.index.selectBackend(tool.id)
    if (backend.kind === 'local') return { name, tool, handler: discovery.handlerOf(tool.id) }
    const server = backend.kind === 'mcp' ? servers.get(backend.server) : undefined
    const called = backend.kind === 'mcp' ? (backend.tool ?? tool.name) : tool.name
    const entry = { name, tool, handler: toHandler(discovery, { id: tool.id, called, server }) }
    if (server !== undefined) serverOf.set(entry, server)
    return entry
  }
  return {
    call: async (reference, found, { args, options: call }) => {
      if (found !== undefined) {
        const entry = toEntry(found)
        noteQueue(options.observer, serverOf.get(entry))
        return engine.call(entry, args, call)
      }
      const { principal = '' } = call
      const error = await finder.notFound(reference, principal)
      const name = shownName(error.details.id)
      const { suggestions } = error.details
      const hint = suggestions.length === 0 ? '' : `\nDid you mean ${suggestions.join(', ')}?`
      const refusal = failureResult('TOOL_NOT_FOUND', `tool not found: ${name}${hint}`, {
        tool: name,
        outcome: 'notRun',
        suggestions: [...suggestions],
      })
      return engine.call({ name, refusal }, args, call)
    },
    readResult: engine.readResult,
  }
}

/** Tells how busy a server is, as a call of it arrives. */
function noteQueue(observer: Observer | undefined, entry: ServerEntry | undefined): void {
  if (entry === undefined) return
  const { server, guard } = entry
  observeFact(observer, () => ({
    kind: 'queue',
    server: server.config.name,
    running: guard.running(),
    waiting: guard.waiting(),
  }))
}

function policyOf(entry: ServerEntry | undefined): CallPolicy {
  if (entry === undefined) return {}
  const { server, settings } = entry
  return {
    backend: server.config.name,
    trusted: settings.trusted,
    server: observedServer(server.config),
    timeoutMs: server.config.timeoutMs,
    recover: { session: server.recover },
  }
}

/** A tool of a server; one of a source that only the facade knows is called there. */
function toHandler(
  discovery: Discovery,
  {
    id,
    called,
    server,
  }: { readonly id: string; readonly called: string; readonly server: ServerEntry | undefined },
): LocalHandler {
  return {
    read: async (args) => ({ ok: true, value: args }),
    run: async (args, { signal, progress, client }) =>
      server === undefined
        ? discovery.call(id, args, { signal })
        : server.server.call(called, args as JsonObject, { signal, onProgress: progress, client }),
  }
}
