import type { ToolResult } from '@opencode-ai/plugin'
import { createGateway } from '@toolscout/gateway'
import type { ServedCall } from '@toolscout/model/internal'
import { createOpencodeToolboxExposure } from './exposure/toolbox-exposure.ts'
import { toHostResult } from './host-result.ts'
import { logEvent } from './log-events.ts'
import { createLogFile } from './log-file.ts'
import type { Places } from './places.ts'
import { readToolboxConfig } from './read-config.ts'
import type { ToolboxFileSettings } from './settings.ts'
import { systemText } from './system-text.ts'

/** The toolbox as it runs. */
export interface OpenToolbox {
  /** Answers a call of one of its tools, in the terms of the host. Never rejects. */
  readonly call: (name: string, args: unknown, call: ServedCall) => Promise<ToolResult>
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
