import { formatDuration, quote, raceSignal } from '@toolscout/model/internal'
import { configFault, formatConfigPath } from '../config/config-result.ts'
import {
  launcherOf,
  MAX_INSTALL_MS,
  type McpServerConfig,
  type McpTransportName,
  type SkillsConfig,
} from '../config/server-config.ts'
import {
  McpAuthError,
  McpConfigError,
  McpConnectError,
  McpTimeoutError,
  McpTransportError,
} from '../errors.ts'
import { Authorizer } from '../oauth/authorizer.ts'
import { createRedactor, describeMcpServer, type Redactor } from '../redactor.ts'
import { RemoteTransport, toRemoteAddress } from '../transport/remote-transport.ts'
import { type MessageTransport, protocolFailure } from '../transport/transport.ts'
import { type ConnectSettings, type McpConnectOptions, toConnectSettings } from './connect-options.ts'
import { McpConnection } from './connection.ts'
import { ConnectionLife } from './connection-life.ts'
import { findingEra } from './finding-era.ts'
import { Deadline, endSentence } from './request-failure.ts'

/** Grace for a server that never answered: there is nothing it could have to save. */
const FAILED_START_GRACE_MS = 250
/** How long an installation that works is waited for before it is looked at again. */
const MORE_MS = 20_000
/** The platform's `fetch` hangs up when a body is silent for 300 s, and SSE has only one body. */
const SSE_PING_MS = 120_000

/** As `connectMcpServer`. */
export async function openConnection(
  config: McpServerConfig,
  options: McpConnectOptions,
): Promise<McpConnection> {
  requireUsable(config)
  const settings = toConnectSettings(config, options)
  const { signal, timeouts } = settings
  signal?.throwIfAborted()
  const deadline = new Deadline(timeouts.connectMs, signal)
  const tried: Attempt[] = []
  const names: readonly McpTransportName[] =
    config.transport === 'auto' ? ['http', 'sse'] : [config.transport]
  try {
    for (const transportName of names) {
      const attempt = await tryTransport(config, transportName, { settings, deadline })
      if ('connection' in attempt) return attempt.connection
      tried.push(attempt)
      if (deadline.isOver) throw timeoutFailure(config, timeouts.connectMs, attempt)
      signal?.throwIfAborted()
    }
    throw connectFailure(config, tried)
  } finally {
    deadline.stop()
  }
}

/** What is spoken to by messages. */
type ServedConfig = Exclude<McpServerConfig, SkillsConfig>

/** One way that did not lead to a connection. */
interface Attempt {
  readonly transport: McpTransportName
  readonly error: McpTransportError
  readonly lastWords: string
}

async function tryTransport(
  config: McpServerConfig,
  transportName: McpTransportName,
  { settings, deadline, isSecond = false }: AttemptParts,
): Promise<Attempt | { readonly connection: McpConnection }> {
  const { signal } = deadline
  if (config.transport === 'skills')
    return (await import('../skills/open-folder.ts')).openFolder(config, settings)
  if (config.transport === 'stdio' && globalThis.process?.versions === undefined) {
    const details = { reason: 'spawn', outcome: 'notRun' } as const
    const error = new McpTransportError('programs cannot be started on this platform', details)
    return { transport: transportName, error, lastWords: '' }
  }
  // Only here, so that importing this package loads neither the SDK nor what processes need.
  const { openSession } = await import('./open-session.ts')
  const authorizer = await authorizerOf(config, settings)
  const redact = createRedactor(config, authorizer?.secrets)
  const transport = await createTransport(config, { transportName, settings, authorizer, redact })
  if (settings.waitsForWork) waitForWork(deadline, transport)
  const life = new ConnectionLife({ server: config.name, redact, onDiagnostic: settings.onDiagnostic })
  const finding = findingEra(config, transportName, settings)
  try {
    signal.throwIfAborted()
    const session = await raceSignal(
      openSession(transport, {
        events: life,
        redact,
        pingMs: transportName === 'sse' ? SSE_PING_MS : undefined,
        client: settings.client,
        ...finding,
        isAuthorizing: () => authorizer?.isRenewing === true,
      }),
      signal,
    )
    return { connection: new McpConnection({ config, transportName, transport, session, life, settings }) }
  } catch (error) {
    const lastWords = transport.lastWords?.() ?? ''
    await transport.close(FAILED_START_GRACE_MS)
    // Another transport would be asked for the same.
    if (error instanceof McpAuthError) throw error
    const isMisjudged = !isSecond && finding.isMisjudged(error)
    if (isMisjudged && !signal.aborted)
      return tryTransport(config, transportName, { settings, deadline, isSecond: true })
    if (error instanceof McpTransportError) return { transport: transportName, error, lastWords }
    if (!signal.aborted) throw error
    return { transport: transportName, error: protocolFailure('the handshake was given up'), lastWords }
  }
}

interface AttemptParts {
  readonly settings: ConnectSettings
  readonly deadline: Deadline
  /** Whether it was taken for what it is not before. */
  readonly isSecond?: boolean
}

async function createTransport(
  config: ServedConfig,
  { transportName, settings, authorizer, redact }: TransportParts,
): Promise<MessageTransport> {
  const { maxFrameBytes } = settings.limits
  if (config.transport === 'stdio') {
    const { StdioTransport } = await import('../transport/stdio-transport.ts')
    return new StdioTransport(config, { maxFrameBytes, redact })
  }
  const { createSdkHttpTransport } = await import('./sdk-client.ts')
  return new RemoteTransport(config, {
    mode: transportName === 'sse' ? 'sse' : 'http',
    fetch: authorizer?.fetch ?? settings.fetch,
    ...(authorizer === undefined ? {} : { stopFetching: () => authorizer.close() }),
    maxFrameBytes,
    redact,
    createSdkTransport: createSdkHttpTransport,
  })
}

interface TransportParts {
  readonly transportName: McpTransportName
  readonly settings: ConnectSettings
  readonly authorizer: Authorizer | undefined
  readonly redact: Redactor
}

/** An installation that visibly works goes on after the deadline, as long as one may take. */
function waitForWork(deadline: Deadline, transport: MessageTransport): void {
  const end = performance.now() + MAX_INSTALL_MS
  deadline.extend(async () => {
    const isWorth = performance.now() + MORE_MS < end && (await transport.isWorking?.()) === true
    return isWorth ? MORE_MS : 0
  })
}

async function authorizerOf(
  config: McpServerConfig,
  { authProvider, fetch }: ConnectSettings,
): Promise<Authorizer | undefined> {
  if (authProvider === undefined || config.transport === 'stdio' || config.transport === 'skills')
    return undefined
  const { url, headers } = toRemoteAddress(config.url, config.headers)
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) return undefined
  const { createOAuthFlow } = await import('../oauth/sdk-oauth.ts')
  const flow = createOAuthFlow({ serverUrl: url, provider: authProvider, fetch })
  return new Authorizer({ config, provider: authProvider, fetch, flow })
}

function requireUsable(config: McpServerConfig): void {
  const fault = configFault(config)
  if (fault === undefined) return
  const path = formatConfigPath(fault.path)
  const message = `The configuration of ${quote(config.name)} cannot work: ${path}: ${fault.problem}.`
  throw new McpConfigError(message, { source: config.origin?.source ?? 'config', path, server: config.name })
}

function connectFailure(config: McpServerConfig, tried: readonly Attempt[]): McpConnectError {
  const attempts = tried.map(({ transport, error, lastWords }) => {
    // The error of a process that ended repeats its last words already.
    const more = error.details.reason === 'protocol' && lastWords !== '' ? `; ${lastWords}` : ''
    return { transport, message: `${error.message}${more}` }
  })
  const [only] = attempts
  const reasons =
    attempts.length === 1
      ? (only?.message ?? '')
      : attempts.map(({ transport, message }) => `over ${TRANSPORT_TITLES[transport]}: ${message}`).join('; ')
  const message = `Cannot connect to ${quote(config.name)} (${describeMcpServer(config)}): ${endSentence(reasons)}${mendNpx(config, reasons)}`
  return new McpConnectError(message, { server: config.name, attempts }, tried[0]?.error)
}

/** What mends the copy of a package that npx did not finish, which it never looks at again. */
function mendNpx(config: McpServerConfig, reasons: string): string {
  const [copy] = reasons.replaceAll('file://', '').match(/[^\s'"()]*[\\/]_npx[\\/][0-9a-f]{8,64}/) ?? []
  if (launcherOf(config) !== 'npx' || copy === undefined || !INCOMPLETE.test(reasons)) return ''
  const line = process.platform === 'win32' ? `rmdir /s /q "${copy}"` : `rm -rf "${copy}"`
  return ` The copy that npx keeps is incomplete, for every client; delete it, and it is installed again: ${line}`
}

/** What Node and npm say of a package that lacks files. */
const INCOMPLETE = /ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|could not determine executable|ENOTEMPTY/

const TRANSPORT_TITLES: Readonly<Record<McpTransportName, string>> = {
  stdio: 'stdio',
  http: 'Streamable HTTP',
  sse: 'SSE',
  skills: 'a folder',
}

function timeoutFailure(config: McpServerConfig, timeoutMs: number, attempt: Attempt): McpTimeoutError {
  const where = `${quote(config.name)} (${describeMcpServer(config)})`
  const words = attempt.lastWords === '' ? '' : ` Meanwhile ${endSentence(attempt.lastWords)}`
  const launcher = launcherOf(config)
  const advice =
    launcher === undefined
      ? 'Raise the timeout if it starts slowly.'
      : `If ${launcher} is still installing it, the installation goes on in the background for at most ${formatDuration(MAX_INSTALL_MS)}: try again then, or raise the timeout.`
  const message = `${where} did not answer within ${formatDuration(timeoutMs)}. ${advice}${words}`
  const facts = { server: config.name, operation: 'connect', timeoutMs, outcome: 'notRun' } as const
  return new McpTimeoutError(message, facts)
}
