import type { McpServerConfig } from '../config/server-config.ts'
import type { ProtocolEra } from './open-session.ts'

/** A server may have been made newer meanwhile; after this many milliseconds it is asked again. */
const MAX_AGE_MS = 3_600_000

/** By configuration, which names a server and whose credentials it gets. */
const eras = new WeakMap<McpServerConfig, { readonly era: ProtocolEra; readonly at: number }>()

/** What is known of a server in this process. */
export function knownEra(config: McpServerConfig): ProtocolEra | undefined {
  const known = eras.get(config)
  return known === undefined || performance.now() - known.at > MAX_AGE_MS ? undefined : known.era
}

/** Remembers what a server turned out to be. */
export function learnEra(config: McpServerConfig, era: ProtocolEra): void {
  eras.set(config, { era, at: performance.now() })
}
