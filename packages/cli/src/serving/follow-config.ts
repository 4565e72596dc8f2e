import { unwatchFile, watchFile } from 'node:fs'
import type { Gateway } from '@toolscout/gateway'
import type { McpServerConfig } from '@toolscout/mcp'
import { messageOf } from '@toolscout/model/internal'

/** How often files are looked at; a person who saves one looks away for longer. */
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
