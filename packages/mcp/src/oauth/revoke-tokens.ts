import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import { createNamedUrlGuard } from './named-url.ts'
import { findRevocation, guardedFetch } from './sdk-oauth.ts'

const NOT_KNOWN = 'It is not known who gave out the tokens.'

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
  if (!isJsonObject(client) || typeof client.client_id !== 'string') return NOT_KNOWN
  if (!isJsonObject(tokens) || typeof issuer !== 'string') return NOT_KNOWN
  const guard = createNamedUrlGuard(new URL(serverUrl))
  const requireVisitable = async (url: URL): Promise<void> => {
    const why = await guard(url)
    if (why !== undefined) throw new RangeError(`${url.origin} is not visited, because ${why}`)
  }
  const fetchFn = guardedFetch(fetch, requireVisitable, signal)
  try {
    const place = await findRevocation(issuer, client, fetchFn)
    if (place === undefined) return `${new URL(issuer).origin} has no way to withdraw tokens.`
    const { endpoint, method } = place
    const signIn = signInOf(method, client)
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
  method: string,
  { client_id, client_secret }: JsonObject,
): { readonly headers: Record<string, string>; readonly form: Record<string, string> } {
  const id = String(client_id)
  if (method === 'none' || client_secret === undefined) return { headers: {}, form: { client_id: id } }
  const secret = String(client_secret)
  if (method === 'client_secret_post') return { headers: {}, form: { client_id: id, client_secret: secret } }
  const words = [id, secret].map(encodeURIComponent).join(':')
  return { headers: { authorization: `Basic ${Buffer.from(words).toString('base64')}` }, form: {} }
}
