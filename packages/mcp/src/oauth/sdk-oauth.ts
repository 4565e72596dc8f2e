import {
  auth,
  createPrivateKeyJwtAuth,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  type FetchLike,
  IssuerMismatchError,
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  selectClientAuthMethod,
} from '@modelcontextprotocol/client'
import type { JsonObject } from '@toolscout/model'
import { anySignal, copyJson, randomHex, timeoutSignal } from '@toolscout/model/internal'
import type { McpTransportError } from '../errors.ts'
import { watchBody } from '../transport/body-watch.ts'
import type { Fetch } from '../transport/http-gate.ts'
import { protocolFailure } from '../transport/transport.ts'
import type { McpAuthClient, McpAuthProvider } from './auth-provider.ts'
import { type Redirect, readRedirect } from './auth-redirect.ts'
import type { AuthFlow, AuthFlowOptions, AuthState } from './authorizer.ts'
import { createNamedUrlGuard } from './named-url.ts'

/** What a document about an authorization may weigh, and how long it may take. */
const MAX_DOCUMENT_BYTES = 1_048_576
const DOCUMENT_MS = 10_000

/** Where tokens are got for. */
export interface OAuthFlowOptions {
  readonly serverUrl: URL
  readonly provider: McpAuthProvider
  readonly fetch: Fetch
}

/** Creates the flow of OAuth 2.1 as MCP has it, on the SDK. Every URL that is named on the way is looked at first. */
export function createOAuthFlow({ serverUrl, provider, fetch }: OAuthFlowOptions): AuthFlow {
  const guard = createNamedUrlGuard(serverUrl)
  return async (kept, { kind, scope: wanted, metadataUrl }, flow) => {
    const refused: McpTransportError[] = []
    const requireVisitable = async (url: URL): Promise<void> => {
      const why = await guard(url)
      if (why === undefined) return
      refused.push(protocolFailure(`the server names ${url.origin}, which is not visited, because ${why}`))
      throw refused[0]
    }
    // A token for something more goes on to allow what the one before did (SEP-2350).
    const scope = kind === 'scope' ? joinScopes(kept.tokens?.scope, wanted) : wanted
    // A refreshed token allows no more than the one before.
    const state: Draft = kind === 'scope' ? { ...kept, tokens: undefined } : { ...kept }
    const { client, redirect } = createSdkProvider(state, { provider, scope, flow, requireVisitable })
    const options = {
      serverUrl,
      fetchFn: guardedFetch(fetch, requireVisitable, flow.signal),
      ...(scope === undefined ? {} : { scope }),
      ...(metadataUrl === undefined ? {} : { resourceMetadataUrl: metadataUrl }),
    }
    const run = async (legacy: { readonly skipIssuerMetadataValidation?: true }): Promise<void> => {
      const result = await auth(client, { ...options, ...legacy })
      if (result === 'REDIRECT') await auth(client, { ...options, ...legacy, ...redirect() })
    }
    try {
      await run({}).catch(async (error: unknown) => {
        if (!(error instanceof IssuerMismatchError) || (await isNamed(options))) throw error
        await run({ skipIssuerMetadataValidation: true })
      })
    } catch (error) {
      // The SDK tries other ways after a URL that was refused, and tells of the last one.
      throw refused[0] ?? error
    }
    if (refused[0] !== undefined) throw refused[0]
    return toState(state)
  }
}

function joinScopes(granted: unknown, wanted: string | undefined): string | undefined {
  if (wanted === undefined || typeof granted !== 'string') return wanted
  return [...new Set(`${granted} ${wanted}`.split(' ').filter((scope) => scope !== ''))].join(' ')
}

/**
 * Whether the server names its authorization server (RFC 9728). One of MCP 2025-03-26 does not: it is its own, and the
 * issuer of its metadata may be any, because it claims to be no other server.
 */
async function isNamed(options: NameOptions): Promise<boolean> {
  const { serverUrl, resourceMetadataUrl, fetchFn } = options
  const from = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }
  const found = await discoverOAuthProtectedResourceMetadata(serverUrl, from, fetchFn).catch(() => undefined)
  return found?.authorization_servers !== undefined
}

interface NameOptions {
  readonly serverUrl: URL
  readonly resourceMetadataUrl?: URL
  readonly fetchFn: FetchLike
}

/** What the SDK reads and changes in a flow. */
interface Draft {
  client?: JsonObject | undefined
  tokens?: JsonObject | undefined
}

function toState({ client, tokens }: Draft): AuthState {
  return { ...(client === undefined ? {} : { client }), ...(tokens === undefined ? {} : { tokens }) }
}

interface SdkProviderOptions {
  readonly provider: McpAuthProvider
  readonly scope: string | undefined
  readonly flow: AuthFlowOptions
  readonly requireVisitable: (url: URL) => Promise<void>
}

/** The SDK's view of one flow, and what a person brought back. */
function createSdkProvider(
  draft: Draft,
  { provider, scope, flow, requireVisitable }: SdkProviderOptions,
): { readonly client: OAuthClientProvider; readonly redirect: () => Redirect } {
  const { authorize, clientMetadataUrl, client: registered } = provider
  const isByItself = provider.grant === 'client_credentials'
  const state = randomHex(16)
  let verifier = ''
  let redirect: Redirect = { authorizationCode: '' }
  let discovered: OAuthDiscoveryState | undefined
  const client: OAuthClientProvider = {
    redirectUrl: isByItself ? undefined : provider.redirectUrl,
    clientMetadata: toClientMetadata(provider),
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    state: () => state,
    clientInformation: () =>
      registered === undefined
        ? fromKept<OAuthClientInformationMixed>(draft.client)
        : toClientInformation(registered),
    ...(registered === undefined
      ? {
          saveClientInformation: (given: OAuthClientInformationMixed) => {
            draft.client = toKept(given)
          },
        }
      : {}),
    tokens: () => fromKept<OAuthTokens>(draft.tokens),
    saveTokens: (tokens) => {
      draft.tokens = toKept(tokens)
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
    redirectToAuthorization: async (url) => {
      const { token_endpoint: tokenUrl, issuer } = discovered?.authorizationServerMetadata ?? {}
      await requireVisitable(url)
      // Without a way to store it, no grant is asked for.
      if (tokenUrl !== undefined) await requireVisitable(new URL(tokenUrl))
      flow.onAsk()
      redirect = readRedirect(await authorize?.(url, { signal: flow.signal }), { state, issuer })
    },
    discoveryState: () => discovered,
    saveDiscoveryState: (given) => {
      discovered = given
    },
    invalidateCredentials: (what) => {
      if (what === 'all' || what === 'client') draft.client = undefined
      if (what === 'all' || what === 'tokens') draft.tokens = undefined
    },
    ...(isByItself ? { prepareTokenRequest: () => clientCredentials(scope ?? provider.scope) } : {}),
    ...(registered?.privateKey === undefined
      ? {}
      : { addClientAuthentication: assertionOf(registered, registered.privateKey) }),
  }
  return { client, redirect: () => redirect }
}

function clientCredentials(scope: string | undefined): URLSearchParams {
  return new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) })
}

function toClientMetadata({ clientName, redirectUrl, grant, scope }: McpAuthProvider): OAuthClientMetadata {
  const isByItself = grant === 'client_credentials'
  return {
    client_name: clientName ?? 'Toolscout',
    redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
    grant_types: isByItself ? ['client_credentials'] : ['authorization_code', 'refresh_token'],
    response_types: isByItself ? [] : ['code'],
    ...(scope === undefined ? {} : { scope }),
  }
}

function toClientInformation({ id, secret, issuer }: McpAuthClient): OAuthClientInformationMixed {
  return {
    client_id: id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    ...(issuer === undefined ? {} : { issuer }),
  }
}

function assertionOf(
  { id, issuer }: McpAuthClient,
  { pem, algorithm }: NonNullable<McpAuthClient['privateKey']>,
): NonNullable<OAuthClientProvider['addClientAuthentication']> {
  const audience = issuer === undefined ? {} : { audience: issuer }
  return createPrivateKeyJwtAuth({ issuer: id, subject: id, privateKey: pem, alg: algorithm, ...audience })
}

function toKept(given: object): JsonObject {
  return copyJson(given) as JsonObject
}

/** What we kept is what the SDK gave us. */
function fromKept<T>(kept: JsonObject | undefined): T | undefined {
  return kept === undefined ? undefined : ({ ...kept } as T)
}

/**
 * Where an issuer withdraws tokens (RFC 8414), and by which of its methods a client shows who it is; `undefined` where it
 * has no such place.
 */
export async function findRevocation(
  issuer: string,
  client: JsonObject,
  fetchFn: FetchLike,
): Promise<{ readonly endpoint: string; readonly method: string } | undefined> {
  const metadata = (await discoverAuthorizationServerMetadata(issuer, { fetchFn })) ?? {}
  const endpoint: unknown = Reflect.get(metadata, 'revocation_endpoint')
  if (typeof endpoint !== 'string') return undefined
  const methods: unknown =
    Reflect.get(metadata, 'revocation_endpoint_auth_methods_supported') ??
    Reflect.get(metadata, 'token_endpoint_auth_methods_supported')
  const known = client as unknown as OAuthClientInformationMixed
  return {
    endpoint,
    method: selectClientAuthMethod(known, Array.isArray(methods) ? methods.map(String) : []),
  }
}

/** Documents are small and quick, and nothing is followed to where it was not looked at. */
export function guardedFetch(
  fetch: Fetch,
  requireVisitable: (url: URL) => Promise<void>,
  signal: AbortSignal,
): (input: string | URL, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    await requireVisitable(new URL(input))
    const limited = anySignal(init?.signal ?? undefined, signal, timeoutSignal(DOCUMENT_MS))
    const response = await fetch(input, { redirect: 'manual', ...init, signal: limited })
    return watchBody(response, { maxBytes: MAX_DOCUMENT_BYTES, onEnd: () => {} })
  }
}
