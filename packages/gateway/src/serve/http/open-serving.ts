import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { OptionKind } from '@toolscout/model/internal'
import { closeOnSignals, createClosing, drain, RunningRequests } from '../closing.ts'
import { listen } from '../listen.ts'
import type { openHttpChannel as OpenChannel } from '../sdk-server.ts'
import type { StatelessHttp } from '../sdk-v2-server.ts'
import { createServeDeps, describeServed, type ServeDeps, type Served, type ServeOptions } from '../served.ts'
import { Session } from '../session.ts'
import { StatelessAnswers } from '../stateless.ts'
import { allowedNames } from './check-request.ts'
import { readCredentials } from './credentials.ts'
import { type FullHttpLimits, readHttpLimits } from './http-limits.ts'
import type { HttpServing, ServeHttpOptions } from './http-serving.ts'
import { EventKeeper } from './kept-events.ts'
import { RequestListener } from './request-listener.ts'
import { createSessionId, type HttpSession, SessionTable } from './session-table.ts'

const OPTIONS = {
  host: 'string',
  port: { least: 0, most: 65_535, whole: true },
  allowedHosts: 'list',
  allowedOrigins: 'list',
  limits: 'object',
  token: 'string',
  tokens: 'anything',
  authenticate: 'function',
} satisfies { [Option in Exclude<keyof ServeHttpOptions, keyof ServeOptions>]-?: OptionKind }

/** As `serveHttp`. */
export async function openServing(served: Served, options: ServeHttpOptions): Promise<HttpServing> {
  const { host = '127.0.0.1', port = 0, allowedHosts = [], allowedOrigins = [] } = options
  const limits = readHttpLimits(options.limits)
  const credentials = readCredentials(options)
  allowedNames({ host, port }, { hosts: allowedHosts, origins: allowedOrigins })
  const deps = createServeDeps(served, options, OPTIONS)
  // Only here, so that importing this package does not load the SDK.
  const { openHttpChannel } = await import('../sdk-server.ts')
  const sessions = new SessionTable(limits, deps.clock)
  const server = createLimitedServer(limits)
  const address = await listen(server, host, port).catch(async (error: unknown) => {
    sessions.stop()
    await deps.stop()
    throw error
  })
  const answers = new StatelessAnswers(deps)
  const stateless = statelessOpener(deps, answers, limits)
  const listener = new RequestListener({
    deps,
    sessions,
    stateless: stateless.open,
    open: sessionOpener(deps, sessions, limits, openHttpChannel),
    limits,
    names: allowedNames({ host, port: address.port }, { hosts: allowedHosts, origins: allowedOrigins }),
    authenticate: credentials.authenticate,
  })
  server.on('request', (request, response) => void listener.answer(request, response))
  const closing = createClosing(
    async (drainMs, hurry) => {
      listener.stop()
      const closed = once(server, 'close')
      server.close()
      const running = [
        answers.running,
        deps.tasks.running,
        ...sessions.list().map((session) => session.running),
      ]
      await drain(running, { clock: deps.clock, drainMs, hurry })
      sessions.stop()
      await Promise.all([stateless.close(), ...sessions.list().map(({ channel }) => channel.close())])
      deps.tasks.end()
      server.closeAllConnections()
      await closed
      await deps.stop()
    },
    { drainMs: deps.drainMs, onFailure: (error) => deps.tell({ type: 'failed', error }) },
  )
  if (options.signals === true) closeOnSignals(closing)
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}/mcp`,
    token: credentials.token,
    sessions: () => sessions.size,
    close: closing.close,
    closed: closing.closed,
  }
}

function createLimitedServer(limits: FullHttpLimits): Server {
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: 1_000,
  })
  server.maxConnections = limits.maxConnections
  // Node leaves out what is too much; one more than allowed tells that there was too much.
  server.maxHeadersCount = limits.maxHeaders + 1
  server.timeout = limits.stallMs
  server.keepAliveTimeout = IDLE_MS
  return server
}

/** How long a connection may be idle, in milliseconds: longer than clients keep theirs, whose next request may cross its end. */
const IDLE_MS = 65_000
/** How long a client waits before it resumes a lost stream: soon, and not all clients at the same moment as they lost it. */
const RETRY_MS = 500
/** Pause between comments on silent streams, in milliseconds: less than the minute after which many proxies hang up. */
const KEEP_ALIVE_MS = 15_000

/** Serves clients without a session from the first of them on. */
function statelessOpener(deps: ServeDeps, answers: StatelessAnswers, limits: FullHttpLimits) {
  let opened: Promise<StatelessHttp> | undefined
  const begin = async (): Promise<StatelessHttp> => {
    const { openStatelessHttp } = await import('../sdk-v2-server.ts')
    const onFailure = (error: unknown): void => deps.tell({ type: 'failed', error })
    const { info, instructions } = describeServed(deps.served)
    return openStatelessHttp({ info, instructions, answers, keepAliveMs: keepAliveMs(limits), onFailure })
  }
  return {
    open: (): Promise<StatelessHttp> => {
      opened ??= begin()
      return opened
    },
    close: async (): Promise<void> => (await opened)?.close(),
  }
}

/** A stream that is silent for too long counts as unread. */
function keepAliveMs({ stallMs }: FullHttpLimits): number {
  return Math.min(KEEP_ALIVE_MS, Math.ceil(stallMs / 3))
}

/** Begins sessions, each with its own number. */
function sessionOpener(
  deps: ServeDeps,
  sessions: SessionTable,
  limits: FullHttpLimits,
  openHttpChannel: typeof OpenChannel,
): (principal: string) => Promise<HttpSession> {
  const keeper = new EventKeeper(limits.maxKeptEvents, limits.maxKeptLength)
  let count = 0
  return async (principal) => {
    const id = createSessionId()
    const session = new Session(deps, principal)
    const events = keeper.session(id)
    count += 1
    const options = session.begin(count, () => {
      sessions.remove(id)
      events.forget()
    })
    const channel = await openHttpChannel({
      ...options,
      sessionId: id,
      events,
      retryMs: RETRY_MS,
      keepAliveMs: keepAliveMs(limits),
    })
    session.follow(channel)
    const opened = { id, principal, channel, running: session.running, open: new RunningRequests() }
    sessions.add(opened)
    return opened
  }
}
