import { createGateway, type GatewayEvent, type Served, serveHttp, serveStdio } from '@toolscout/gateway'
import { nearestNames, quote } from '@toolscout/model/internal'
import { warnOfConfig } from '../catalog/catalog-source.ts'
import { findFiles, type LayeredConfig, loadLayers, noServers, usableServers } from '../config/layers.ts'
import type { ExposureName, Profile } from '../config/settings.ts'
import { CliUsageError } from '../errors.ts'
import { createPinStore, pinPlace } from '../pins/pin-store.ts'
import { warnOfOverrides } from '../pins/warn-of-overrides.ts'
import type { CommandContext, ConfigOptions } from '../program/options.ts'
import { VERSION } from '../program/options.ts'
import { endOnCrash } from '../serving/end-on-crash.ts'
import { describePinEvent, followConfig, followPins } from '../serving/follow-changes.ts'
import { keepServed } from '../serving/keep-served.ts'
import { createExposure, openKeptDiscovery, profilePolicy, readToken } from '../serving/serve-settings.ts'
import type { Output } from '../terminal/output.ts'
import { serverNotFound } from './shared.ts'

/** Options of `serve`. */
export interface ServeOptions extends ConfigOptions {
  readonly http?: number
  readonly host?: string
  readonly allowHost?: readonly string[]
  readonly tokenEnv?: string
  readonly exposure?: ExposureName
  readonly split?: boolean
  readonly profile?: string
  /** False with `--no-watch`. */
  readonly watch: boolean
}

/** Serves all servers as one, over stdio or HTTP, until stopped. */
export async function serve(options: ServeOptions, { host, output }: CommandContext): Promise<undefined> {
  const config = await loadLayers(host, options)
  warnOfConfig(config, output)
  for (const { state } of config.servers) if (state.is === 'broken') output.warn(state.error.message)
  if (config.servers.length === 0) throw noServers(config)
  await warnOfOverrides(config, { host, output })
  const profile = await findProfile(options.profile, config)
  const exposure = options.exposure ?? profile.exposure ?? 'meta'
  if (options.split === true && exposure !== 'meta')
    throw new CliUsageError('--split is for the exposure meta; the others have it or no need of it.')
  const chosen = (all: LayeredConfig): ReturnType<typeof usableServers> =>
    usableServers(all).filter(({ name }) => profile.servers?.includes(name) ?? true)
  const policy = profilePolicy(profile)
  let known = usableServers(config)
  const { discovery, isKept } = await openKeptDiscovery(known, host)
  const gateway = createGateway({
    discovery,
    // What is kept answers at once; servers bring it up to date as they come.
    ...(isKept ? { startWaitMs: 0 } : {}),
    ...(policy === undefined ? {} : { policy }),
    pins: { ...config.pins, store: createPinStore(host, () => known) },
    onEvent: (event) => tell(event, output),
  })
  const initial = chosen(config)
  await gateway.addServers({ servers: initial, failures: [], disabled: [], warnings: [] })
  const keeper = keepServed({
    gateway,
    load: () => loadLayers(host, options),
    host,
    warn: output.warn,
  })
  const follower = options.watch
    ? followConfig(initial, {
        gateway,
        files: (await findFiles(host, options)).map(({ file }) => file),
        load: async () => {
          const changed = await loadLayers(host, options)
          known = usableServers(changed)
          // What is trusted of a server is known before it comes.
          await gateway.pins()
          return chosen(changed)
        },
        note: output.note,
        warn: output.warn,
      })
    : undefined
  let unfollow = (): void => {}
  try {
    unfollow = await followPins({ gateway, folder: pinPlace(host), warn: output.warn })
    const served = {
      gateway,
      exposure: createExposure(gateway, exposure, options.split === true),
      ...IDENTITY,
    }
    await run(served, options, { host, output })
  } finally {
    unfollow()
    follower?.stop()
    keeper.stop()
    await keeper.idle()
    await discovery.close()
  }
}

const IDENTITY = Object.freeze({ name: 'toolscout', title: 'Toolscout', version: VERSION })

async function run(served: Served, options: ServeOptions, { host, output }: CommandContext): Promise<void> {
  const { signal, env, stdout } = host
  const serving = options.http === undefined ? serveStdio(served, { signals: false }) : await overHttp()
  signal.addEventListener('abort', () => void serving.close(), { once: true })
  if (signal.aborted) void serving.close()
  const crashes = endOnCrash(() => serving.close())
  await serving.closed
  crashes.stop()

  async function overHttp(): Promise<Awaited<ReturnType<typeof serveHttp>>> {
    const { tokenEnv, allowHost } = options
    const token = readToken(tokenEnv, env)
    const http = await serveHttp(served, {
      port: options.http,
      host: options.host,
      allowedHosts: allowHost,
      ...(token === undefined ? {} : { token }),
    })
    // A given token is known to the user; a generated one is shown nowhere else.
    const made = tokenEnv === undefined ? { token: http.token } : {}
    if (output.isJson) stdout.write(`${JSON.stringify({ url: http.url, ...made })}\n`)
    else {
      output.warn(`serving at ${http.url}`)
      if (tokenEnv === undefined)
        output.warn(`clients need the header Authorization: Bearer ${http.token ?? ''}`)
    }
    return http
  }
}

async function findProfile(name: string | undefined, config: LayeredConfig): Promise<Profile> {
  if (name === undefined) return {}
  const { profiles, servers } = config
  const profile = profiles.get(name)
  if (profile === undefined) {
    const near = nearestNames(name, [...profiles.keys()], { max: 3 })
    const hint = near.length === 0 ? '' : ` Did you mean ${near.map(quote).join(' or ')}?`
    throw new CliUsageError(`There is no profile ${quote(name)}.${hint}`, name)
  }
  const known = servers.map((server) => server.name)
  const missing = profile.servers?.find((server) => !known.includes(server))
  if (missing !== undefined) throw await serverNotFound(missing, known)
  return profile
}

function tell(event: GatewayEvent, output: Output): void {
  if (event.type === 'serverListed') {
    output.note(`${event.server}: ${event.tools} tools`)
    for (const warning of event.warnings) output.warn(`${event.server}: ${warning}`)
  } else if (event.type === 'serverStateChanged' && event.reason !== undefined)
    output.warn(`${event.server} is ${event.state}: ${event.reason}`)
  const { line, isWarning } = describePinEvent(event) ?? {}
  if (line !== undefined) output[isWarning === true ? 'warn' : 'note'](line)
}
