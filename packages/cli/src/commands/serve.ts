import { type Gateway, type Served, serveHttp, serveStdio } from '@toolscout/gateway'
import { nearestNames, quote } from '@toolscout/model/internal'
import type { ClientId } from '../clients/client-files.ts'
import { commandOf } from '../clients/launch.ts'
import { envFileOf } from '../config/env-file.ts'
import {
  type ConfiguredServers,
  configuredServers,
  type LayeredConfig,
  loadLayers,
  usableServers,
} from '../config/layers.ts'
import type { ExposureName, Profile } from '../config/settings.ts'
import { usageError } from '../errors.ts'
import { type CommandContext, type ConfigOptions, VERSION } from '../program/options.ts'
import { timeoutOf } from '../program/timeout.ts'
import { followConfig, tellEvent } from '../serving/follow-changes.ts'
import { greetPerson } from '../serving/greet-person.ts'
import { ServedKeeper } from '../serving/keep-served.ts'
import { reportFaults } from '../serving/report-faults.ts'
import {
  createExposure,
  loadServed,
  openGateway,
  profilePolicy,
  readToken,
} from '../serving/serve-settings.ts'
import { shown } from '../terminal/columns.ts'
import { requireServers } from './shared.ts'

/** Options of `serve`. */
export interface ServeOptions extends ConfigOptions {
  readonly http?: number
  readonly host?: string
  readonly allowHost?: readonly string[]
  readonly tokenEnv?: string
  readonly exposure?: ExposureName
  readonly split?: boolean
  readonly profile?: string
  readonly eager?: boolean
  /** False with `--no-watch`. */
  readonly watch: boolean
  /** Port of the page. */
  readonly inspect?: number
  /** The program that starts it. */
  readonly client?: ClientId
}

/** What servers may ask the person at the client whose call they work on; a client without anybody refuses it. */
const TO_PERSON = Object.freeze({ elicitation: { form: {}, url: {} } })

/** Serves all servers as one, over stdio or HTTP, until stopped. */
export async function serve(options: ServeOptions, context: CommandContext): Promise<undefined> {
  const { host, output } = context
  const config = await loadServed(options, context)
  const profile = await findProfile(options.profile, config)
  const { exposure = profile.exposure ?? 'meta', split = false } = options
  if (split && exposure !== 'meta')
    throw usageError('--split is for the exposure meta; the others have it or no need of it.')
  const isChosen = ({ name }: { readonly name: string }): boolean => profile.servers?.includes(name) ?? true
  const choose = async (from: LayeredConfig): Promise<ConfiguredServers> => {
    const { servers, failures } = configuredServers({ servers: await leaveToClient(from, options, context) })
    return { servers: servers.filter(isChosen), failures: failures.filter(isChosen) }
  }
  let known = usableServers(config)
  const chosen = await choose(config)
  const { gateway, close } = await openGateway(
    config,
    {
      known: () => known,
      chosen,
      policy: profilePolicy(profile),
      timeoutMs: timeoutOf(options, host.env),
      // Resources and prompts, which are listed beside tools as they are, are known of a server that runs.
      start: options.eager === true || exposure === 'direct' ? 'eager' : 'lazy',
      relay: TO_PERSON,
      onEvent: (event) => tellEvent(event, output),
    },
    context,
  )
  const keeper = new ServedKeeper({
    gateway,
    load: () => loadLayers(host, options),
    host,
    warn: output.warn,
  })
  const load = async (): Promise<ConfiguredServers> => {
    const now = await loadLayers(host, options)
    known = usableServers(now)
    // What is trusted of a server is known before it comes.
    await gateway.pins()
    return choose(now)
  }
  const files = (options.watch ? config.looked : []).flatMap((file) => [file, envFileOf(file)])
  const unfollow = followConfig(chosen, { gateway, files, load, output })
  const unguard = reportFaults(output.warn)
  try {
    const shown = createExposure(gateway, exposure, { split, host })
    if (options.http === undefined)
      greetPerson(
        chosen.servers.map(({ name }) => name),
        context,
      )
    const served = { gateway, exposure: shown, name: 'toolscout', title: 'Toolscout', version: VERSION }
    await run(served, options, context)
  } finally {
    unfollow()
    await keeper.stop()
    await close()
    unguard()
  }
}

/** All servers but those that the client which starts this lists itself, so that no tool is listed twice. */
async function leaveToClient(
  { servers }: LayeredConfig,
  { client }: ServeOptions,
  { host, output }: CommandContext,
): Promise<LayeredConfig['servers']> {
  if (client === undefined) return servers
  const { listedItself } = await import('../clients/listed-itself.ts')
  const left = await listedItself(client, servers, host)
  if (left.size > 0)
    output.note(
      `Left to ${client}, whose own file has them: ${[...left].map((name) => shown(name)).join(', ')}; "${commandOf(host)} connect ${client} --move" puts them behind Toolscout.`,
    )
  return servers.filter(({ name }) => !left.has(name))
}

/** Opens a page beside what is served, where a port says so; its address goes to stderr, which clients keep in their logs. */
async function showPage(
  gateway: Gateway,
  port: number | undefined,
  { host }: CommandContext,
): Promise<() => Promise<void>> {
  if (port === undefined) return async () => {}
  const { openInspector } = await import('@toolscout/inspect')
  const { url, close } = await openInspector({ gateway, port })
  host.stderr.write(`See what clients ask: ${url}\n`)
  return close
}

async function run(served: Served, options: ServeOptions, context: CommandContext): Promise<void> {
  const { signal } = context.host
  const closePage = await showPage(served.gateway, options.inspect, context)
  try {
    const serving =
      options.http === undefined
        ? serveStdio(served, { signals: false })
        : await overHttp(served, options, context)
    // Servers of which nothing is known begin now, not with the first question.
    void served.gateway.ready({ signal }).catch(() => {})
    signal.addEventListener('abort', () => void serving.close(), { once: true })
    if (signal.aborted) void serving.close()
    await serving.closed
  } finally {
    await closePage()
  }
}

async function overHttp(
  served: Served,
  { http: port, host: address, tokenEnv, allowHost }: ServeOptions,
  { host, output }: CommandContext,
): ReturnType<typeof serveHttp> {
  const token = readToken(tokenEnv, host.env)
  const http = await serveHttp(served, { port, host: address, allowedHosts: allowHost, token })
  // A given token is known to the user; a generated one is shown nowhere else.
  const made = tokenEnv === undefined ? { token: http.token } : {}
  if (output.isJson) host.stdout.write(`${JSON.stringify({ url: http.url, ...made })}\n`)
  else {
    const authorization = `Clients need the header Authorization: Bearer ${http.token ?? ''}\n`
    host.stderr.write(`Serving at ${http.url}\n${tokenEnv === undefined ? authorization : ''}`)
  }
  return http
}

async function findProfile(name: string | undefined, { profiles, servers }: LayeredConfig): Promise<Profile> {
  if (name === undefined) return {}
  const profile = profiles.get(name)
  if (profile === undefined) {
    const near = nearestNames(name, [...profiles.keys()], { max: 3 })
    const hint = near.length === 0 ? '' : ` Did you mean ${near.map(quote).join(' or ')}?`
    throw usageError(`There is no profile ${quote(name)}.${hint}`)
  }
  await requireServers(profile.servers, servers)
  return profile
}
