import { sha256 } from '@toolscout/model/internal'
import type { McpServerConfig } from '../config/server-config.ts'
import type { ProtocolEra } from './open-session.ts'

/** What a server turned out to be. Plain JSON, so that another process can go on with it. */
export interface KnownEra {
  /** A digest of what reaches the server, and with which credentials; these cannot be read from it. */
  readonly server: string
  readonly era: ProtocolEra
  /** When the server was asked, in milliseconds since 1970. */
  readonly learnedAt: number
}

/** A server may have been made newer meanwhile; after this many milliseconds it is asked again. */
const MAX_AGE_MS = 86_400_000
/** Servers that are remembered; those that were learned first are forgotten for others. */
const MAX_KNOWN = 1_000

const eras = new Map<string, KnownEra>()

/** What is known of a server in this process; `undefined` when that is nothing, or old. */
export function knownEra(config: McpServerConfig): KnownEra | undefined {
  const known = eras.get(serverOf(config))
  return known === undefined || isOld(known) ? undefined : known
}

/** Remembers what a server turned out to be just now. */
export function learnEra(config: McpServerConfig, era: ProtocolEra): void {
  remember({ server: serverOf(config), era, learnedAt: Date.now() })
}

/** Remembers what another process learned, unless this one knows better. It is a guess, and dropped where it is wrong. */
export function recallEra(known: KnownEra): void {
  if (!isOld(known) && known.learnedAt > (eras.get(known.server)?.learnedAt ?? -1)) remember(known)
}

/** Drops what is known of a server. */
export function forgetEra(config: McpServerConfig): void {
  eras.delete(serverOf(config))
}

function remember(known: KnownEra): void {
  eras.delete(known.server)
  eras.set(known.server, known)
  const [first] = eras.keys()
  if (eras.size > MAX_KNOWN && first !== undefined) eras.delete(first)
}

/** Also what was learned in a future, by a clock that was wrong. */
function isOld({ learnedAt }: KnownEra): boolean {
  return Math.abs(Date.now() - learnedAt) > MAX_AGE_MS
}

function serverOf(config: McpServerConfig): string {
  const { name: _, timeoutMs, tools, alwaysVisible, trusted, tags, secrets, origin, ...reached } = config
  return sha256(JSON.stringify(reached)).slice(0, 32)
}
