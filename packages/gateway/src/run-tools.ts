import type { Discovery } from '@toolscout/discovery'
import { facadeDeps, type ToolReference } from '@toolscout/discovery/internal'
import type { RegisteredTool } from '@toolscout/index'
import { type JsonObject, type Observer, type ToolResult, toExportName } from '@toolscout/model'
import { observeFact } from '@toolscout/model/internal'
import type { CallEngineOptions, CallOptions, CallPolicy } from '@toolscout/runtime'
import {
  type CallableTool,
  type CallEngine,
  createCallEngine,
  failureResult,
  type LocalHandler,
  type RefusedCall,
  shownName,
} from '@toolscout/runtime/internal'
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
export interface ToolRunnerDeps {
  readonly discovery: Discovery
  readonly servers: Servers
  readonly finder: ToolFinder
  readonly options: Omit<CallEngineOptions, 'policyOf' | 'guardOf'>
}

/** Creates the runner: from a tool to what runs it, and how. */
export function createToolRunner({ discovery, servers, finder, options }: ToolRunnerDeps): ToolRunner {
  const engine = createCallEngine({ ...options, guardOf: (backend) => servers.get(backend)?.guard })
  const { targetOf } = facadeDeps(discovery)

  const toTarget = (found: RegisteredTool, call: CallOptions): CallableTool | RefusedCall => {
    const { tool } = found
    const backend = discovery.index.selectBackend(tool.id)
    const server = backend.kind === 'mcp' ? servers.get(backend.server) : undefined
    if (backend.kind !== 'mcp' || server === undefined) return targetOf(found, call)
    noteQueue(options.observer, server)
    const handler = toHandler(server, backend.tool ?? tool.name)
    return { name: toExportName(tool.id), tool, handler, policy: policyOf(server) }
  }
  return {
    call: async (reference, found, { args, options: call }) => {
      if (found !== undefined) return engine.call(toTarget(found, call), args, call)
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
function noteQueue(observer: Observer | undefined, { server, guard }: ServerEntry): void {
  observeFact(observer, () => ({
    kind: 'queue',
    server: server.config.name,
    running: guard.running(),
    waiting: guard.waiting(),
  }))
}

function policyOf({ server, settings }: ServerEntry): CallPolicy {
  return {
    backend: server.config.name,
    trusted: settings.trusted,
    server: observedServer(server.config),
    timeoutMs: server.config.timeoutMs,
    recover: { session: (signal) => server.recover(signal) },
  }
}

function toHandler({ server }: ServerEntry, called: string): LocalHandler {
  return {
    read: async (args) => ({ ok: true, value: args }),
    run: async (args, { signal, progress, client }) =>
      server.call(called, args as JsonObject, { signal, onProgress: progress, client }),
  }
}
