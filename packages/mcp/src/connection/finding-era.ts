import type { McpServerConfig, McpTransportName } from '../config/server-config.ts'
import { McpTransportError } from '../errors.ts'
import type { ConnectSettings } from './connect-options.ts'
import type { EraOptions } from './open-session.ts'
import { forgetEra, knownEra, learnEra } from './server-eras.ts'

/** How long a server may pass by the question what it is, before it is greeted: a process that works, one at a URL. */
const PATIENCE_MS = { stdio: 10_000, remote: 5_000 }

/** How one attempt finds out the era of a server, by what is remembered. */
export function findingEra(
  config: McpServerConfig,
  transportName: McpTransportName,
  { timeouts }: ConnectSettings,
): Pick<EraOptions, 'era' | 'onEra' | 'patienceMs'> & { readonly isMisjudged: (error: unknown) => boolean } {
  // The older transport is of sessions alone.
  const isSse = transportName === 'sse'
  const known = isSse ? undefined : knownEra(config)?.era
  const era = isSse ? 'session' : known
  const patienceMs = PATIENCE_MS[config.transport === 'stdio' ? 'stdio' : 'remote']
  return {
    era,
    onEra: (found) => {
      if (!isSse && found !== known) learnEra(config, found)
    },
    // The greeting needs its share. A server that is known to answer is only slow, more likely than it has become another.
    patienceMs: era === 'stateless' ? timeouts.connectMs / 2 : Math.min(patienceMs, timeouts.connectMs / 3),
    isMisjudged: (error) => {
      if (known !== undefined && knownEra(config)?.era === known) forgetEra(config)
      const isExit = error instanceof McpTransportError && error.details.reason === 'exit'
      return !isSse && isExit && knownEra(config)?.era !== known
    },
  }
}
