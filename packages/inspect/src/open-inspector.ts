import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Discovery } from '@toolscout/discovery'
import { createGateway, type Gateway } from '@toolscout/gateway'
import { allowedNames, listen, readCredentials } from '@toolscout/gateway/internal'
import { type Clock, estimateTokens, type TokenCounter } from '@toolscout/model'
import { checkOptions, type OptionKind, systemClock, tellListener } from '@toolscout/model/internal'
import { createActions } from './actions.ts'
import { Activity } from './activity.ts'
import { Catalog, type Inspected } from './catalog.ts'
import { Findings } from './findings.ts'
import { createNews } from './http/news.ts'
import { createRequestListener, type InspectorEvent, MAX_HEADERS } from './http/request-listener.ts'
import { createRoutes } from './http/routes.ts'
import { readPageFile } from './page-file.ts'
import { SearchLog } from './search-log.ts'

/** Loopback only: other machines cannot reach it. */
const HOST = '127.0.0.1'
/** Connections at once: a few pages, each with a stream and some questions. */
const MAX_CONNECTIONS = 128
const MAX_HEADER_BYTES = 16_384
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000

/**
 * Serves a page on loopback that shows a gateway or a facade, live, and runs what a person asks for there.
 *
 * Rejects with a TypeError for an unknown option, for neither or both of `gateway` and `discovery` and for a token
 * that can be guessed, and as listening does, such as with `EADDRINUSE` or a RangeError for an invalid port.
 */
export async function openInspector(options: InspectorOptions): Promise<Inspector> {
  checkOptions('the options of an inspector', options, INSPECTOR_OPTIONS)
  const {
    port = 0,
    token: given,
    principal = '',
    countTokens = estimateTokens,
    clock = systemClock,
  } = options
  const gateway = toGateway(options)
  const { authenticate, token = given ?? '' } = readCredentials(given === undefined ? {} : { token: given })
  const actor = readCredentials({})
  const page = await readPageFile()
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
  })
  server.maxConnections = MAX_CONNECTIONS
  server.maxHeadersCount = MAX_HEADERS + 1
  const address = await listen(server, HOST, port)

  const ending = new AbortController()
  const news = createNews(clock)
  const { signal } = ending
  const inspected: Inspected = { gateway, principal, countTokens, clock, signal, notify: news.notify }
  const catalog = new Catalog(inspected)
  const findings = new Findings(inspected, catalog)
  const activity = new Activity(inspected)
  const searchLog = new SearchLog(inspected)
  const { questionsFile } = options
  const routes = createRoutes({ ...inspected, catalog, findings, activity, searchLog, questionsFile })
  const names = allowedNames({ host: HOST, port: address.port }, { hosts: [], origins: [] })
  const emit = (event: InspectorEvent): void => tellListener(options.onEvent, Object.freeze(event))
  const actions = { run: createActions(inspected, questionsFile), authenticate: actor.authenticate }
  server.on('request', createRequestListener({ names, authenticate, page, routes, actions, news, emit }))

  let closing: Promise<void> | undefined
  const end = async (): Promise<void> => {
    ending.abort()
    activity.stop()
    searchLog.stop()
    news.end()
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return Object.freeze({
    url: `http://${HOST}:${address.port}/#token=${encodeURIComponent(token)}&act=${actor.token ?? ''}`,
    close: () => {
      closing ??= end()
      return closing
    },
  } satisfies Inspector)
}

/** A facade alone is shown as a gateway without servers. */
function toGateway({ gateway, discovery }: InspectorOptions): Gateway {
  if ((gateway === undefined) === (discovery === undefined)) {
    throw new TypeError('An inspector shows one thing: give gateway or discovery.')
  }
  return gateway ?? createGateway({ discovery })
}

/** Options of `openInspector`: one of `gateway` and `discovery`, and how it is shown. */
export interface InspectorOptions {
  /** What is shown. It is neither started nor stopped. Default: see `discovery`. */
  readonly gateway?: Gateway | undefined
  /** A facade that is shown in the place of a gateway: tools and searches, but no servers and no calls. Default: none. */
  readonly discovery?: Discovery | undefined
  /** Where on loopback to listen. Default 0: any that is free. Legal: integers from 0 to 65,535. */
  readonly port?: number | undefined
  /** What the page shows to look: 16 visible characters or more. The token to act is always random. Default: 32 random bytes. */
  readonly token?: string | undefined
  /** Principal whose view is shown: what a policy hides from it is not shown. Default `''`. */
  readonly principal?: string | undefined
  /** File that judged questions are appended to, when a person makes one of what an agent asked. Default: none. */
  readonly questionsFile?: string | undefined
  /** Counts tokens. Default: an estimate that needs no tokenizer. */
  readonly countTokens?: TokenCounter | undefined
  /** Receives events of the inspector. A listener that throws causes a process warning. Default: none. */
  readonly onEvent?: ((event: InspectorEvent) => void) | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
}

/** The options, by name. */
const INSPECTOR_OPTIONS = {
  gateway: 'object',
  discovery: 'object',
  port: 'anything',
  token: 'anything',
  principal: 'string',
  questionsFile: 'string',
  countTokens: 'function',
  onEvent: 'function',
  clock: { functions: ['now', 'after'] },
} satisfies { [Option in keyof InspectorOptions]-?: OptionKind }

/** A page that is being served. */
export interface Inspector {
  /**
   * The address to open, with two tokens behind its `#`, which browsers do not send: `token` to look, `act` to change
   * anything. As secret as they are; without `&act=…` it opens a page that only reads.
   */
  readonly url: string
  /** Ends every stream and listens no more; what is shown goes on. The second time waits for the first. */
  readonly close: () => Promise<void>
}
