import { unwatchFile, watchFile } from 'node:fs'
import type { Gateway, GatewayEvent } from '@toolscout/gateway'
import { sayFinding, wordsOfGrade } from '@toolscout/guard/internal'
import { messageOf } from '@toolscout/model/internal'
import { overlapLines } from '../catalog/compare-listings.ts'
import { approvalOf } from '../commands/approve.ts'
import type { ConfiguredServers } from '../config/layers.ts'
import { listed, numberOf, shown, textOfKinds } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'

/** How often configuration files and approvals of other processes are looked for, in milliseconds. */
const LOOK_MS = 500

/** What following a configuration needs. */
export interface FollowOptions {
  readonly gateway: Gateway
  /** Files that count, whether or not they are there. */
  readonly files: readonly string[]
  /** Reads all of them again. */
  readonly load: () => Promise<ConfiguredServers>
  readonly output: Output
}

/**
 * Follows the files of a configuration until stopped: servers that are new come, those that are gone leave, and those
 * that changed are connected again. The others notice nothing, and an unreadable file leaves everything as it is.
 */
export function followConfig(
  initial: ConfiguredServers,
  { gateway, files, load, output }: FollowOptions,
): () => void {
  let current = identities(initial)
  let running = Promise.resolve()
  const apply = async (): Promise<void> => {
    const chosen = await load()
    const next = identities(chosen)
    for (const [name, identity] of current) {
      if (next.get(name) === identity) continue
      await gateway.removeServer(name)
      current.delete(name)
      if (!next.has(name)) output.note(`${name} was removed.`)
    }
    const isNew = ({ name }: { readonly name: string }): boolean => !current.has(name)
    const servers = chosen.servers.filter(isNew)
    const failures = chosen.failures.filter(isNew)
    await gateway.addServers({ servers, failures, disabled: [], warnings: [] })
    for (const { name } of servers) output.note(`${name} was added.`)
    for (const { error } of failures) output.warn(error.message)
    current = next
  }
  const onChange = (): void => {
    // One after the other, so that the last state of the files is the one that stays.
    running = running
      .then(apply)
      .catch((error: unknown) => output.warn(`The configuration stays as it was: ${messageOf(error)}`))
  }
  for (const file of files) watchFile(file, { interval: LOOK_MS, persistent: false }, onChange)
  return () => {
    for (const file of files) unwatchFile(file, onChange)
  }
}

/** What identifies the configuration of a server, or why there is none; its place in the file does not. */
function identities({ servers, failures }: ConfiguredServers): Map<string, string> {
  return new Map([
    ...servers.map(({ origin: _, ...identity }) => [identity.name, JSON.stringify(identity)] as const),
    ...failures.map(({ name, error }) => [name, error.message] as const),
  ])
}

/**
 * Reports blocked tools, and takes in approvals of other processes, until stopped. The entries of the folder change with
 * every stored pin. Rejects with `PINS_FILE_INVALID` when nothing can be read.
 */
export async function followPins(gateway: Gateway, folder: string, { warn }: Output): Promise<() => void> {
  const held = (await gateway.pins()).flatMap(({ id, isQuarantined }) => (isQuarantined ? id : []))
  if (held.length > 0) {
    const tools = numberOf(held.length, 'tool is', 'tools are')
    warn(`${tools} blocked until approved (${listed(held)}); "toolscout pins" says why.`)
  }
  const onChange = (): void => {
    gateway.pins().catch((error: unknown) => warn(messageOf(error)))
  }
  watchFile(folder, { interval: LOOK_MS, persistent: false }, onChange)
  return () => unwatchFile(folder, onChange)
}

/** Connects servers that lack a login again when one was kept, until stopped. */
export function followLogins(gateway: Gateway, folder: string): () => void {
  const onChange = (): void => {
    for (const { name, state } of gateway.servers())
      if (state === 'needsAuth') gateway.reconnectServer(name).catch(() => {})
  }
  watchFile(folder, { interval: LOOK_MS, persistent: false }, onChange)
  return () => unwatchFile(folder, onChange)
}

/** Says what happens to the servers of a gateway and the definitions of their tools. */
export function tellEvent(event: GatewayEvent, { note, warn }: Output): void {
  switch (event.type) {
    case 'serverListed':
      note(`${event.server}: ${textOfKinds(event.kinds)}${wordsOfChanges(event)}`)
      for (const warning of event.warnings) warn(`${event.server}: ${warning}`)
      break
    case 'serverStateChanged':
      if (event.reason !== undefined) warn(`${event.server} is ${event.state}: ${event.reason}`)
      break
    case 'toolSuspected': {
      const { tool, level, findings } = event
      const [heaviest] = findings
      const why = heaviest === undefined ? '' : ` ${shown(sayFinding(heaviest), 400)}`
      const line = `${tool} is ${level}:${why}`
      if (level === 'poisoned') warn(line)
      else note(line)
      break
    }
    case 'serversOverlap':
      for (const line of overlapLines(event.overlaps)) note(line)
      break
    case 'toolHeld':
      warn(`${event.tool} is new and blocked until "${approveCommand(event)}".`)
      break
    case 'toolsApproved':
      note(`Approved: ${listed(event.tools)}.`)
      break
    case 'pinsNotKept':
      warn(`Pins could not be saved: ${event.reason}`)
      break
    case 'toolChanged': {
      // A change of words alone is no alarm; "toolscout pins" shows it.
      if (event.grade === 'reworded' && !event.isQuarantined) break
      const what = `${event.tool} changed (${wordsOfGrade(event.grade)}: ${listed([...event.reasons, ...event.changed])})`
      if (event.isQuarantined) warn(`${what} and is blocked until "${approveCommand(event)}".`)
      else note(`${what}; "toolscout pins" shows it, "${approveCommand(event)}" trusts it.`)
    }
  }
}

function approveCommand({ tool, digest }: { readonly tool: string; readonly digest: string }): string {
  return `toolscout approve ${approvalOf({ id: tool, digest })}`
}

/** What a listing changed, in words; nothing for the first of a server. */
function wordsOfChanges({ tools, changes }: Extract<GatewayEvent, { type: 'serverListed' }>): string {
  if (changes.added === tools) return ''
  const words = [
    [changes.added, 'new'],
    [changes.changed, 'changed'],
    [changes.removed, 'gone'],
  ] as const
  const some = words.flatMap(([count, what]) => (count === 0 ? [] : `${count} ${what}`))
  return some.length === 0 ? '' : ` (${some.join(', ')})`
}
