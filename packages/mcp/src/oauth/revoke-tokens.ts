import {
  discoverAuthorizationServerMetadata,
  type OAuthClientInformationMixed,
  selectClientAuthMethod,
} from '@modelcontextprotocol/client'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import { createNamedUrlGuard } from './named-url.ts'
import { guardedFetch } from './sdk-oauth.ts'

/** Tokens by the names RFC 7009 has for them; what a grant was is withdrawn with the first. */
const KINDS = ['refresh_token', 'access_token'] as const

/**
 * Has the tokens of a server withdrawn by who gave them out (RFC 7009, section 2.1): `kept` is what an authProvider keeps.
 * Resolves with a sentence about what was not done; `undefined` when they are good for nothing any more.
 */
export async function revokeTokens(
  serverUrl: string,
  { tokens, client }: JsonObject,
  { signal }: { readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { issuer } = isJsonObject(tokens) ? tokens : {}
  const { client_id: id } = isJsonObject(client) ? client : {}
  if (!isJsonObject(tokens) || typeof issuer !== 'string' || typeof id !== 'string')
    return 'It is not known who gave out the tokens.'
  const guard = createNamedUrlGuard(new URL(serverUrl))
  const requireVisitable = async (url: URL): Promise<void> => {
    const why = await guard(url)
    if (why !== undefined) throw new RangeError(`${url.origin} is not visited, because ${why}`)
  }
  const fetchFn = guardedFetch(fetch, requireVisitable, signal)
  try {
    const metadata = (await discoverAuthorizationServerMetadata(issuer, { fetchFn })) ?? {}
    const endpoint: unknown = Reflect.get(metadata, 'revocation_endpoint')
    if (typeof endpoint !== 'string') return `${new URL(issuer).origin} has no way to withdraw tokens.`
    const methods: unknown =
      Reflect.get(metadata, 'revocation_endpoint_auth_methods_supported') ??
      Reflect.get(metadata, 'token_endpoint_auth_methods_supported')
    const signIn = signInOf(
      client as unknown as OAuthClientInformationMixed,
      Array.isArray(methods) ? methods : [],
    )
    for (const kind of KINDS) {
      const token = tokens[kind]
      if (typeof token !== 'string') continue
      const body = new URLSearchParams({ token, token_type_hint: kind, ...signIn.form })
      const { ok, status } = await fetchFn(endpoint, { method: 'POST', headers: signIn.headers, body })
      if (!ok) return `${new URL(endpoint).origin} answered ${status}.`
    }
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    return `${messageOf(error).replace(/[.\s]+$/, '')}.`
  }
}

/** How a client shows who it is (RFC 6749, section 2.3.1). */
function signInOf(
  client: OAuthClientInformationMixed,
  methods: readonly unknown[],
): { readonly headers: Record<string, string>; readonly form: Record<string, string> } {
  const { client_id, client_secret } = client
  const method = selectClientAuthMethod(client, methods.map(String))
  if (method === 'none' || client_secret === undefined) return { headers: {}, form: { client_id } }
  if (method === 'client_secret_post') return { headers: {}, form: { client_id, client_secret } }
  const words = [client_id, client_secret].map(encodeURIComponent).join(':')
  return { headers: { authorization: `Basic ${Buffer.from(words).toString('base64')}` }, form: {} }
}
