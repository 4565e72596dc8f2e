import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf, quote, raceSignal } from '@toolscout/model/internal'
import type { McpServerConfig } from '../config/server-config.ts'
import { McpAuthError } from '../errors.ts'
import { createRedactor, type Redactor } from '../redactor.ts'
import { isReadOnce } from '../transport/body-read-once.ts'
import type { Fetch } from '../transport/http-gate.ts'
import { type AuthChallenge, readChallenge } from './auth-challenge.ts'
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
  readonly onAsk: () => unknown
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

/**
 * Puts tokens into the requests of one connection. A request that is refused for want of a token is sent again with a new
 * one, once; many that are refused at the same time wait for the same token. What did not help is not tried a second
 * time, and what was not granted is not asked for twice.
 */
export class Authorizer {
  readonly #options: AuthorizerOptions
  readonly #redact: Redactor
  readonly #stop = new AbortController()
  /** What was tried, with the token that came of it until that one is known not to help. */
  readonly #futile = new Map<string, string | undefined>()
  #state: AuthState | undefined
  #renewing: Promise<void> | undefined

  constructor(options: AuthorizerOptions) {
    const { config, provider } = options
    if (provider.authorize !== undefined && provider.redirectUrl === undefined) {
      throw new TypeError(
        `The authProvider of ${quote(config.name)} has "authorize" and needs a "redirectUrl" with it.`,
      )
    }
    this.#options = options
    this.#redact = createRedactor(config, this.secrets)
  }

  /** What no message may repeat. */
  readonly secrets = (): readonly string[] => {
    const { tokens, client } = this.#state ?? {}
    const known = [tokens?.access_token, tokens?.refresh_token, client?.client_secret]
    return [this.#options.provider.client?.secret, ...known].flatMap((secret) => textOf(secret) ?? [])
  }

  readonly fetch: Fetch = async (input, init) => {
    this.#state ?? (await this.#load())
    const challenges: AuthChallenge[] = []
    for (;;) {
      const used = tokenOf(this.#state)
      const response = await this.#options.fetch(input, withToken(init, used))
      const challenge = readChallenge(response)
      if (challenge === undefined) {
        this.#forgetFutile(challenges, used)
        return response
      }
      const isOnce = isReadOnce(init)
      if (!isOnce) await response.body?.cancel()
      this.#stop.signal.throwIfAborted()
      if (challenges.push(challenge) > MAX_RENEWALS)
        throw this.#fail('refused', 'it does not take the one it was just given.')
      const renewed = raceSignal(this.#renewTogether(challenge, used), this.#stop.signal)
      await (init?.signal ? raceSignal(renewed, init.signal) : renewed)
      if (isOnce) return response
    }
  }

  /** Whether a token is being got. */
  get isRenewing(): boolean {
    return this.#renewing !== undefined
  }

  /** Gives up asking. */
  close(): void {
    this.#stop.abort(new DOMException('The connection was closed.', 'AbortError'))
  }

  #forgetFutile(met: readonly AuthChallenge[], used: string | undefined): void {
    for (const challenge of met) this.#futile.delete(keyOf(challenge))
    // The caller that started a renewal may have gone before it finished.
    for (const [key, token] of this.#futile) {
      if (token !== undefined && token === used) this.#futile.delete(key)
    }
  }

  /** Waits for the renewal under way and looks whether it helped; begins one where there is none. */
  async #renewTogether(challenge: AuthChallenge, used: string | undefined): Promise<void> {
    if (this.#renewing !== undefined) {
      await this.#renewing.catch(() => {})
      if (tokenOf(this.#state) !== used) return
    }
    const { exclusively = (renew) => renew() } = this.#options.provider
    this.#renewing ??= exclusively(() => this.#renew(challenge, used))
      .catch((error: unknown) => {
        throw this.#failed(error)
      })
      .finally(() => {
        this.#renewing = undefined
      })
    return this.#renewing
  }

  async #renew(challenge: AuthChallenge, used: string | undefined): Promise<void> {
    const { provider, flow } = this.#options
    // Another process may have been here first.
    const kept = await this.#load()
    if (tokenOf(kept) !== used) return
    const key = keyOf(challenge)
    if (this.#futile.has(key)) {
      this.#futile.set(key, undefined)
      const words = 'what it was given is not enough, or was not granted. Connect again to be asked again.'
      throw this.#fail('refused', words)
    }
    if (needsPerson(provider, kept, challenge)) {
      throw this.#needsPerson()
    }
    try {
      const onAsk = (): void => {
        // What was kept turned out to be worth nothing.
        if (provider.authorize === undefined) throw this.#needsPerson()
        this.#futile.set(key, undefined)
      }
      this.#state = await flow(kept, challenge, { signal: this.#stop.signal, onAsk })
      this.#futile.set(key, tokenOf(this.#state))
      await provider.save({ ...this.#state })
    } catch (error) {
      throw this.#failed(error)
    }
  }

  async #load(): Promise<AuthState> {
    try {
      this.#state = toState(await this.#options.provider.load())
      return this.#state
    } catch (error) {
      const reason = this.#redact(messageOf(error), MAX_REASON)
      throw this.#fail('failed', `what was kept of it cannot be read: ${reason}`)
    }
  }

  #needsPerson(): McpAuthError {
    const { config, provider } = this.#options
    const { advice = 'somebody has to grant access. Connect where there is a person to ask.' } = provider
    const message = `${quote(config.name)} needs a login: ${advice}`
    return new McpAuthError(message, { server: config.name, reason: 'person' })
  }

  #failed(error: unknown): McpAuthError {
    if (error instanceof McpAuthError) return error
    return this.#fail('failed', `getting it failed: ${this.#redact(messageOf(error), MAX_REASON)}`)
  }

  #fail(reason: McpAuthError['details']['reason'], words: string): McpAuthError {
    const server = this.#options.config.name
    return new McpAuthError(`${quote(server)} wants an authorization: ${words}`, { server, reason })
  }
}

/** A token, then one with more scopes; a third request is refused. */
const MAX_RENEWALS = 2
/** Longest reason that is shown, in code points. */
const MAX_REASON = 500

function keyOf({ kind, scope }: AuthChallenge): string {
  return `${kind} ${scope ?? ''}`
}

/** Whether it is certain that nothing can be done without somebody who is not there. */
function needsPerson(provider: McpAuthProvider, { tokens }: AuthState, { kind }: AuthChallenge): boolean {
  if (provider.authorize !== undefined || provider.grant === 'client_credentials') return false
  return kind === 'scope' || textOf(tokens?.refresh_token) === undefined
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
