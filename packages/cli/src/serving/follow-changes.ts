import { unwatchFile, watchFile } from 'node:fs'
import type { Gateway, GatewayEvent } from '@toolscout/gateway'
import type { McpServerConfig } from '@toolscout/mcp'
import { messageOf } from '@toolscout/model/internal'
import { approvalOf } from '../commands/approve.ts'

/** How often configuration files and approvals of other processes are looked for, in milliseconds. */
const LOOK_MS = 500

/** What following a configuration needs. */
export interface FollowOptions {
  readonly gateway: Pick<Gateway, 'addServer' | 'removeServer'>
  /** Files that count, whether or not they are there. */
  readonly files: readonly string[]
  /** Reads all of them again. */
  readonly load: () => Promise<readonly McpServerConfig[]>
  readonly note: (line: string) => void
  readonly warn: (line: string) => void
}

/** Brings the servers of a gateway to what the configuration says now. */
export interface ConfigFollower {
  /** Reads the files now. Never rejects: an unreadable file is reported, and everything stays as it is. */
  readonly reload: () => Promise<void>
  readonly stop: () => void
}

/**
 * Follows the files of a configuration: servers that are new come, those that are gone leave, and those that changed
 * are connected again. The others notice nothing.
 */
export function followConfig(
  initial: readonly McpServerConfig[],
  { gateway, files, load, note, warn }: FollowOptions,
): ConfigFollower {
  let current = identities(initial)
  let running = Promise.resolve()
  const apply = async (): Promise<void> => {
    const configs = await load()
    const next = identities(configs)
    for (const [name, identity] of current) {
      if (next.get(name) === identity) continue
      await gateway.removeServer(name)
      current.delete(name)
      if (!next.has(name)) note(`${name} was removed.`)
    }
    for (const config of configs) {
      if (current.has(config.name)) continue
      gateway.addServer(config)
      note(`${config.name} was added.`)
    }
    current = next
  }
  const reload = (): Promise<void> => {
    // One after the other, so that the last state of the files is the one that stays.
    running = running
      .then(apply)
      .catch((error: unknown) => warn(`The configuration stays as it was: ${messageOf(error)}`))
    return running
  }
  const onChange = (): void => void reload()
  for (const file of files) watchFile(file, { interval: LOOK_MS, persistent: false }, onChange)
  return {
    reload,
    stop: () => {
      for (const file of files) unwatchFile(file, onChange)
    },
  }
}

/** What identifies the configuration of a server; its place in the file does not. */
function identities(configs: readonly McpServerConfig[]): Map<string, string> {
  return new Map(configs.map(({ origin: _, ...identity }) => [identity.name, JSON.stringify(identity)]))
}

/** Most changes, or tools, that one line names. */
const MAX_NAMED = 3

/** What following pins needs. */
export interface FollowPinsOptions {
  readonly gateway: Pick<Gateway, 'pins'>
  /** The folder whose entries change with every stored pin. */
  readonly folder: string
  readonly warn: (line: string) => void
}

/** Reports blocked tools, and takes in approvals of other processes, until stopped. Rejects with `PINS_FILE_INVALID` when nothing can be read. */
export async function followPins({ gateway, folder, warn }: FollowPinsOptions): Promise<() => void> {
  const held = (await gateway.pins()).flatMap(({ id, isQuarantined }) => (isQuarantined ? id : []))
  if (held.length > 0) warn(describeQuarantined(held))
  const onChange = (): void => {
    gateway.pins().catch((error: unknown) => warn(messageOf(error)))
  }
  watchFile(folder, { interval: LOOK_MS, persistent: false }, onChange)
  return () => unwatchFile(folder, onChange)
}

/** The message about a definition that is not the trusted one; `undefined` for other events. */
export function describePinEvent(
  event: GatewayEvent,
): { readonly line: string; readonly isWarning: boolean } | undefined {
  if (event.type === 'toolHeld')
    return {
      line: `${event.tool} is new and blocked until "${approveCommand(event)}".`,
      isWarning: true,
    }
  if (event.type === 'toolsApproved') return { line: `Approved: ${listed(event.tools)}.`, isWarning: false }
  if (event.type === 'pinsNotKept') return { line: `Pins were not kept: ${event.reason}`, isWarning: true }
  if (event.type !== 'toolChanged') return undefined
  const { tool, changed, isQuarantined } = event
  const what = `${tool} changed (${listed(changed)})`
  if (!isQuarantined)
    return {
      line: `${what}; "toolscout pins" shows it, "${approveCommand(event)}" trusts it.`,
      isWarning: false,
    }
  return { line: `${what} and is blocked until "${approveCommand(event)}".`, isWarning: true }
}

function describeQuarantined(ids: readonly string[]): string {
  const [named, are] = ids.length === 1 ? ['1 tool', 'is'] : [`${ids.length} tools`, 'are']
  return `${named} ${are} blocked until approved (${listed(ids)}); "toolscout pins" says why.`
}

function approveCommand({ tool, digest }: { readonly tool: string; readonly digest: string }): string {
  return `toolscout approve ${approvalOf({ id: tool, digest })}`
}

function listed(words: readonly string[]): string {
  const more = words.length > MAX_NAMED ? ` and ${words.length - MAX_NAMED} more` : ''
  return `${words.slice(0, MAX_NAMED).join(', ')}${more}`
}
