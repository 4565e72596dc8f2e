import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf, quote, raceSignal } from '@toolscout/model/internal'
import type { McpServerConfig } from '../config/server-config.ts'
import { McpAuthError } from '../errors.ts'
import { createRedactor } from '../redactor.ts'
import type { Fetch } from '../transport/http-gate.ts'
import type { McpAuthProvider } from './auth-provider.ts'

/** What is kept between runs: whatever the OAuth client saves, and nothing else is read but the token. */
export interface AuthState {
  readonly client?: JsonObject
  readonly tokens?: JsonObject
}

/** How a token is got. */
export interface AuthFlowOptions {
  readonly signal: AbortSignal
  /** To be called before somebody is asked. */
  readonly onAsk: () => void
}

/** Gets a new token and gives back what is to be kept. */
export type AuthFlow = (
  state: AuthState,
  challenge: AuthChallenge,
  options: AuthFlowOptions,
) => Promise<AuthState>

/** Options of an authorizer. */
export interface AuthorizerOptions {
  readonly config: McpServerConfig
  readonly provider: McpAuthProvider
  readonly fetch: Fetch
  readonly flow: AuthFlow
}

/** Puts tokens into the requests of one connection. */
export interface Authorizer {
  readonly fetch: Fetch
  /** What no message may repeat. */
  readonly secrets: () => readonly string[]
  /** Gives up asking. */
  readonly close: () => void
}

/**
 * Creates the authorizer of one connection. A request that is refused for want of a token is sent again with a new
 * one, once; many that are refused at the same time wait for the same token. What did not help is not tried a second
 * time, and what was not granted is not asked for twice.
 */
export function createAuthorizer({ config, provider, fetch, flow }: AuthorizerOptions): Authorizer {
  const server = config.name
  if (provider.authorize !== undefined && provider.redirectUrl === undefined) {
    throw new TypeError(
      `The authProvider of ${quote(server)} has "authorize" and needs a "redirectUrl" with it.`,
    )
  }
  const stop = new AbortController()
  /** What was tried, with the token that came of it until that one is known not to help. */
  const futile = new Map<string, string | undefined>()
  let state: AuthState | undefined
  let renewing: Promise<void> | undefined

  const secrets = (): readonly string[] =>
    [
      textOf(provider.client?.secret),
      tokenOf(state),
      textOf(state?.tokens?.refresh_token),
      textOf(state?.client?.client_secret),
    ].filter(isText)
  const redact = createRedactor(config, secrets)
  const load = async (): Promise<AuthState> => {
    try {
      state = toState(await provider.load())
      return state
    } catch (error) {
      throw fail('failed', `what was kept of it cannot be read: ${reasonOf(error)}`)
    }
  }
  const reasonOf = (error: unknown): string => redact(messageOf(error), MAX_REASON)
  const fail = (reason: McpAuthError['details']['reason'], words: string): McpAuthError =>
    new McpAuthError(`${quote(server)} wants an authorization: ${words}`, { server, reason })

  const renew = async (challenge: AuthChallenge, used: string | undefined): Promise<void> => {
    // Another process may have been here first.
    const kept = await load()
    if (tokenOf(kept) !== used) return
    const key = keyOf(challenge)
    if (futile.has(key)) {
      futile.set(key, undefined)
      throw fail(
        'refused',
        'what it was given is not enough, or was not granted. Connect again to be asked again.',
      )
    }
    if (needsPerson(provider, kept, challenge)) {
      throw fail('person', 'somebody has to grant access. Connect where there is a person to ask.')
    }
    try {
      state = await flow(kept, challenge, { signal: stop.signal, onAsk: () => futile.set(key, undefined) })
      futile.set(key, tokenOf(state))
      await provider.save({ ...state })
    } catch (error) {
      if (error instanceof McpAuthError) throw error
      throw fail('failed', `getting it failed: ${reasonOf(error)}`)
    }
  }

  /** Waits for the renewal under way and looks whether it helped; begins one where there is none. */
  const renewTogether = async (challenge: AuthChallenge, used: string | undefined): Promise<void> => {
    if (renewing !== undefined) {
      await renewing.catch(() => {})
      if (tokenOf(state) !== used) return
    }
    renewing ??= renew(challenge, used).finally(() => {
      renewing = undefined
    })
    return renewing
  }

  return {
    fetch: async (input, init) => {
      state ?? (await load())
      const challenges: AuthChallenge[] = []
      for (;;) {
        const used = tokenOf(state)
        const response = await fetch(input, withToken(init, used))
        const challenge = readChallenge(response)
        if (challenge === undefined) {
          for (const met of challenges) futile.delete(keyOf(met))
          // The caller that started a renewal may have gone before it finished.
          for (const [key, token] of futile) if (token !== undefined && token === used) futile.delete(key)
          return response
        }
        await response.body?.cancel()
        stop.signal.throwIfAborted()
        if (challenges.push(challenge) > MAX_RENEWALS)
          throw fail('refused', 'it does not take the one it was just given.')
        const renewed = raceSignal(renewTogether(challenge, used), stop.signal)
        await (init?.signal ? raceSignal(renewed, init.signal) : renewed)
      }
    },
    secrets,
    close: () => stop.abort(new DOMException('The connection was closed.', 'AbortError')),
  }
}

/** A token, then one that may do more; a third wish is not granted. */
const MAX_RENEWALS = 2
/** Longest reason that is shown, in code points. */
const MAX_REASON = 500

function keyOf({ kind, scope }: AuthChallenge): string {
  return `${kind} ${scope ?? ''}`
}

/** Whether it is certain that nothing can be done without somebody who is not there. */
function needsPerson(provider: McpAuthProvider, { tokens }: AuthState, { kind }: AuthChallenge): boolean {
  if (provider.authorize !== undefined || provider.grant === 'client_credentials') return false
  return kind === 'scope' || !isText(textOf(tokens?.refresh_token))
}

function withToken(init: RequestInit | undefined, token: string | undefined): RequestInit {
  const headers = new Headers(init?.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

function toState(kept: JsonObject | undefined): AuthState {
  const { client, tokens } = kept ?? {}
  return {
    ...(isJsonObject(client) ? { client } : {}),
    ...(isJsonObject(tokens) ? { tokens: withIssuer(tokens) } : {}),
  }
}

/** A refresh token is sent only to the issuer that gave it out; without a known issuer it is not used. */
function withIssuer(tokens: JsonObject): JsonObject {
  const { refresh_token: _unknown, ...rest } = tokens
  return textOf(tokens.issuer) === undefined ? rest : tokens
}

function tokenOf(state: AuthState | undefined): string | undefined {
  return textOf(state?.tokens?.access_token)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isText(value: string | undefined): value is string {
  return value !== undefined
}

/** What a server wants before it answers. */
export interface AuthChallenge {
  /** `token`: none, or one that is no good any more (401). `scope`: one that may do more (403). */
  readonly kind: 'token' | 'scope'
  /** What the token has to allow, as far as the server says so. */
  readonly scope?: string
  /** Where the server says how tokens are got (RFC 9728). */
  readonly metadataUrl?: URL
}

/** Longest header that is read. */
const MAX_HEADER = 8_192

/** Reads what an answer wants (RFC 6750, section 3); `undefined` when it wants nothing of the kind. */
export function readChallenge({ status, headers }: Response): AuthChallenge | undefined {
  if (status !== 401 && status !== 403) return undefined
  const header = (headers.get('www-authenticate') ?? '').slice(0, MAX_HEADER)
  const parameters = /^\s*bearer\s/i.test(header) ? readParameters(header) : new Map<string, string>()
  if (status === 403 && parameters.get('error') !== 'insufficient_scope') return undefined
  const scope = parameters.get('scope')
  const url = parameters.get('resource_metadata') ?? ''
  return {
    kind: status === 401 ? 'token' : 'scope',
    ...(scope === undefined ? {} : { scope }),
    ...(URL.canParse(url) ? { metadataUrl: new URL(url) } : {}),
  }
}

function readParameters(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, bare] of header.matchAll(/([a-z_]+)\s*=\s*(?:"([^"]*)"|([^\s,"]+))/gi)) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), quoted ?? bare ?? '')
  }
  return found
}
