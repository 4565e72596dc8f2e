import type { ToolResult as HostResult, ToolAttachment } from '@opencode-ai/plugin'
import { createGateway, type GatewayEvent } from '@toolscout/gateway'
import type { ContentBlock, ToolResult } from '@toolscout/model'
import { isJsonObject, oneLine, type ServedCall, truncate } from '@toolscout/model/internal'
import { createOpencodeToolboxExposure } from './exposure/toolbox-exposure.ts'
import { createLogFile, type LogFile } from './log-file.ts'
import type { Places } from './places.ts'
import { readToolboxConfig, type ToolboxFileSettings } from './read-config.ts'

/** The toolbox as it runs. */
export interface OpenToolbox {
  /** Answers a call of one of its tools, in the terms of the host. Never rejects. */
  readonly call: (name: string, args: unknown, call: ServedCall) => Promise<HostResult>
  /** The description of the toolbox for the model. */
  readonly systemText: string
  readonly close: () => Promise<void>
}

/** Asked before a tool is run, with the name it is found by; it is not run when this rejects. */
export type Authorize = (name: string, call: ServedCall) => Promise<void>

/** Reads the configuration and begins to connect its servers; waits for none. */
export async function openToolbox(places: Places, authorize: Authorize): Promise<OpenToolbox> {
  const log = createLogFile(places.logPath)
  const { servers, settings, problems, warnings, isNew } = await readToolboxConfig(places)
  if (isNew) log.write('INFO', 'example configuration written', { path: places.configPath })
  for (const problem of problems) log.write('ERROR', problem)
  for (const warning of warnings) log.write('WARN', warning)
  const gateway = createGateway({
    ...toGatewayOptions(settings),
    onEvent: (event) => logEvent(log, event),
  })
  const { failures } = await gateway.addServers(servers)
  const troubles = [...new Set([...problems, ...failures.map(({ error }) => error.message)])]
  const { defaultLimit, initMode } = settings
  const exposure = createOpencodeToolboxExposure(gateway, {
    defaultLimit,
    initMode,
    configPath: places.configPath,
    connection: settings,
    problems: troubles,
    warnings,
    authorize,
  })
  gateway.start()
  log.write('INFO', 'toolbox started', { servers: servers.servers.length, initMode })
  return Object.freeze({
    call: async (name: string, args: unknown, call: ServedCall) =>
      toHostResult(name, await exposure.call(name, args, call)),
    systemText: systemText(servers.servers.map(({ name }) => name)),
    close: async () => {
      await gateway.stop()
      log.write('INFO', 'toolbox stopped')
      await log.flushed()
    },
  })
}

/** What the first search waits for servers when the file names no `connectTimeout`, in milliseconds. */
const DEFAULT_START_WAIT_MS = 5_000

/** Without a `connectTimeout` a server has the time its way of starting needs, such as a first `npx`. */
export function toGatewayOptions(settings: ToolboxFileSettings): Parameters<typeof createGateway>[0] {
  const { initMode, connectTimeout: connectMs, requestTimeout, retryAttempts, retryDelay } = settings
  // The first attempt is none of the retries.
  const attempts = retryAttempts + 1
  return {
    start: initMode,
    // The first search waits this long; then it answers without the missing servers, and says so.
    startWaitMs: connectMs ?? DEFAULT_START_WAIT_MS,
    connect: { timeouts: { ...(connectMs && { connectMs }), listMs: requestTimeout } },
    calls: { timeoutMs: requestTimeout },
    // A pause is never shorter than a millisecond.
    limits: { maxStarts: attempts, maxFailures: attempts, reconnectBaseMs: Math.max(1, retryDelay) },
  }
}

/** A result in the terms of the host: the text, and pictures, sounds and files beside it. */
function toHostResult(title: string, { content, isError }: ToolResult): Exclude<HostResult, string> {
  const [first, ...rest] = content
  const attachments = rest.flatMap(toAttachment)
  return {
    title,
    output: first?.type === 'text' ? first.text : '',
    metadata: { success: isError !== true },
    ...(attachments.length === 0 ? {} : { attachments }),
  }
}

function toAttachment(block: ContentBlock): readonly ToolAttachment[] {
  const source: unknown = block.type === 'resource' ? block.resource : block
  if (!isJsonObject(source)) return []
  const { mimeType = 'application/octet-stream', blob, data = blob } = source
  if (typeof data !== 'string') return []
  return [{ type: 'file', mime: String(mimeType), url: `data:${mimeType};base64,${data}` }]
}

/** Writes down what happens, without anything that was searched for, given to tools or answered by them. */
function logEvent({ write }: LogFile, event: GatewayEvent): void {
  const durationMs = 'durationMs' in event ? Math.round(event.durationMs) : 0
  switch (event.type) {
    case 'serverStateChanged': {
      const { server, state, reason } = event
      const isBad = reason !== undefined
      write(isBad ? 'WARN' : 'INFO', 'server', { server, state, ...(isBad && { reason }) })
      break
    }
    case 'serverListed': {
      const { server, tools, warnings } = event
      write('INFO', 'listed', { server, tools, durationMs, warnings: warnings.length })
      break
    }
    case 'searched':
      write('INFO', 'searched', { hits: event.hits, durationMs })
      break
    case 'callEnded': {
      const { name: tool, isError, error, outcome } = event
      const facts = { tool, outcome, durationMs, ...(error !== undefined && { error }) }
      write(isError ? 'WARN' : 'INFO', 'called', facts)
      break
    }
    case 'attemptFailed':
      write('WARN', 'attempt failed', { tool: event.name, failure: event.attempt.failure })
      break
  }
}

/** Servers that are named; an agent that needs another finds it by searching. */
const MAX_NAMES = 30
const MAX_NAME_LENGTH = 40

/** The toolbox in the system prompt: a few lines that change only with the configuration. */
function systemText(servers: readonly string[]): string {
  const names = servers.slice(0, MAX_NAMES).map((name) => `${truncate(oneLine(name), MAX_NAME_LENGTH)}_*`)
  const more = servers.length > MAX_NAMES ? ` and ${servers.length - MAX_NAMES} more` : ''
  const inside =
    servers.length === 0
      ? 'No server can be used; toolbox_status says why.'
      : `Inside: ${names.join(', ')}${more}.`
  return [
    '<toolbox>',
    'Many tools are behind the toolbox. Search it before you say that you cannot do something.',
    inside,
    '1. toolbox_search_bm25 with what you want to do, or toolbox_search_regex with a part of a name (^server_ lists one server).',
    '2. toolbox_execute with the name that was found as toolId, and its arguments.',
    'When something is missing, toolbox_status says how the servers are.',
    '</toolbox>',
  ].join('\n')
}
