import { connectMcpServer, McpAuthError, type McpServerConfig, McpTimeoutError } from '@toolscout/mcp'
import { revokeTokens } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'
import { messageOf, quote, raceSignal } from '@toolscout/model/internal'
import { loadServers, usableServers } from '../config/layers.ts'
import { CliError, EXIT_CODES, usageError } from '../errors.ts'
import { LoginFolder } from '../login/login-folder.ts'
import { openLoopback } from '../login/loopback.ts'
import { openBrowser } from '../login/open-browser.ts'
import type { CommandContext, ConfigOptions } from '../program/options.ts'
import { numberOf } from '../terminal/columns.ts'
import { requireServers } from './shared.ts'

/** Options of `login`. */
export interface LoginOptions extends ConfigOptions {
  readonly clientId?: string
  readonly clientSecretEnv?: string
  readonly scope?: string
  readonly port: number
  /** False with `--no-browser`. */
  readonly browser: boolean
}

/** How long a person may take. */
const PATIENCE_MS = 600_000

/** Gets an authorization of a server in the browser, and keeps it for all commands. */
export async function login(
  options: LoginOptions,
  context: CommandContext,
  [name = '']: readonly string[],
): Promise<undefined> {
  const { host, output } = context
  const config = await remoteServer(name, options, context)
  const logins = new LoginFolder(host)
  const loopback = await openLoopback(options.port)
  let isAsked = false
  try {
    // Nothing is known at first: another person may log in this time.
    let login: JsonObject | undefined = givenClient(options, context)
    const authorize = async (url: URL, { signal }: { readonly signal: AbortSignal }): Promise<URL> => {
      isAsked = true
      host.stderr.write(`Log in to ${name} at this address; Ctrl-C gives up:\n${url.href}\n`)
      if (options.browser) openBrowser(url, host)
      return raceSignal(loopback.back, signal)
    }
    const connection = await connectMcpServer(config, {
      signal: host.signal,
      timeouts: { connectMs: options.timeout ?? PATIENCE_MS },
      authProvider: () => ({
        load: async () => login,
        save: async (got) => {
          login = got
        },
        authorize,
        redirectUrl: loopback.redirectUrl,
        ...(options.scope === undefined ? {} : { scope: options.scope }),
      }),
    })
    try {
      const { definitions } = await connection.list({ signal: host.signal })
      if (isAsked && login !== undefined) await logins.write(config.url, login)
      const tools = numberOf(definitions.length, 'tool', 'tools')
      output.give({ server: name, loggedIn: isAsked, tools: definitions.length }, () =>
        isAsked
          ? `Logged in to ${name}: ${tools}. "toolscout logout ${name}" forgets it.`
          : `${name} needs no login: it gave ${tools} without one.`,
      )
    } finally {
      await connection.close()
    }
  } catch (error) {
    throw explained(error, name)
  } finally {
    loopback.close()
  }
}

/** Has the authorization of a server withdrawn by who gave it, and forgets it. */
export async function logout(
  options: ConfigOptions,
  { host, output }: CommandContext,
  [name = '']: readonly string[],
): Promise<undefined> {
  const { url } = await remoteServer(name, options, { host, output })
  const logins = new LoginFolder(host)
  const loggedOut = logins.has(url)
  // Who renews it at this moment would keep what is forgotten here.
  const problem = await logins.exclusively(url, async () => {
    const kept = await logins.read(url).catch((error: unknown) => messageOf(error))
    const why = typeof kept === 'object' ? await revokeTokens(url, kept, { signal: host.signal }) : kept
    await logins.delete(url)
    return why
  })
  output.give({ server: name, loggedOut, revoked: loggedOut && problem === undefined }, () =>
    loggedOut ? `Logged out of ${name}.` : `Nobody was logged in to ${name}.`,
  )
  if (loggedOut && problem !== undefined)
    output.warn(
      `${name}: the tokens are deleted here but stay valid until they expire: ${problem} Revoke the access at the service if that matters.`,
    )
}

type RemoteConfig = Extract<McpServerConfig, { readonly url: string }>

/** Why it did not work, and what to do. */
function explained(error: unknown, name: string): unknown {
  if (error instanceof McpTimeoutError)
    return new CliError('CONFIG_FILE_INVALID', `Nobody finished the login to ${quote(name)} in time.`, {
      exitCode: EXIT_CODES.auth,
    })
  if (!(error instanceof McpAuthError) || error.details.reason !== 'failed') return error
  const advice = `Where the service registers no clients by itself, register one there and give its --client-id; where it has no OAuth, name a token of it in "headers".`
  return new McpAuthError(`${error.message.replace(/[.\s]+$/, '')}. ${advice}`, error.details)
}

async function remoteServer(
  name: string,
  options: ConfigOptions,
  { host }: CommandContext,
): Promise<RemoteConfig> {
  const layered = await loadServers(host, options)
  await requireServers([name], layered.servers)
  const state = layered.servers.find((server) => server.name === name)?.state
  if (state?.is === 'broken') throw state.error
  const config = usableServers(layered).find((server) => server.name === name)
  if (config === undefined)
    throw new CliError('CONFIG_FILE_INVALID', `The server ${quote(name)} is switched off.`)
  if (!('url' in config))
    throw usageError(`${quote(name)} is on this machine; a login is for servers at a URL.`)
  // Such a server is never asked with another token.
  if (hasAuthorization(config))
    throw usageError(`${quote(name)} has an Authorization header in its configuration; remove it to log in.`)
  return config
}

function hasAuthorization({ headers = {} }: RemoteConfig): boolean {
  return Object.keys(headers).some((header) => header.toLowerCase() === 'authorization')
}

function givenClient(
  { clientId, clientSecretEnv }: LoginOptions,
  { host }: CommandContext,
): JsonObject | undefined {
  if (clientId === undefined) {
    if (clientSecretEnv !== undefined) throw usageError('--client-secret-env needs a --client-id.')
    return undefined
  }
  if (clientSecretEnv === undefined) return { client: { client_id: clientId } }
  const secret = host.env[clientSecretEnv]
  if (!secret)
    throw usageError(`The variable ${clientSecretEnv}, which --client-secret-env names, is not set.`)
  return { client: { client_id: clientId, client_secret: secret } }
}
