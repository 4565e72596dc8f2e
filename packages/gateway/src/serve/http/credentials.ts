import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isJsonObject, quote } from '@toolscout/model/internal'

/** What is known of a request before anybody is believed to have sent it. */
export interface HttpCaller {
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The address of the connected peer, maybe a proxy. */
  readonly remoteAddress: string
}

/** Says on whose behalf a request comes; `undefined` when it may not come at all. One that rejects refuses the request. */
export type Authenticate = (caller: HttpCaller) => Promise<string | undefined>

/** Who may come in. */
export interface CredentialOptions {
  /** What clients show as `Authorization: Bearer`. Default: 32 random bytes, see `token` of what `serveHttp` gives. */
  readonly token?: string | undefined
  /** Principals by the token they show, in the place of `token`. */
  readonly tokens?: Readonly<Record<string, string>> | undefined
  /** Decides instead of any token. */
  readonly authenticate?: Authenticate | undefined
}

/** Who comes in, and the token that was made for it. */
export interface Credentials {
  readonly authenticate: Authenticate
  /** The one token; absent when there are several, or none. */
  readonly token: string | undefined
}

/** Shortest token: one that can be guessed lets everybody in. */
const MIN_TOKEN_LENGTH = 16

/**
 * Makes a way in of what was given, or of a token of 32 random bytes. Tokens are compared in constant time.
 *
 * @throws TypeError for more than one way in, or a token that can be guessed.
 */
export function readCredentials({ token, tokens, authenticate }: CredentialOptions): Credentials {
  if ([token, tokens, authenticate].filter((given) => given !== undefined).length > 1) {
    throw new TypeError('Give only one of token, tokens and authenticate.')
  }
  if (authenticate !== undefined) return { authenticate, token: undefined }
  if (tokens !== undefined) return { authenticate: byTokens(tokens), token: undefined }
  const own = token ?? randomBytes(32).toString('base64url')
  return { authenticate: byTokens({ [own]: '' }), token: own }
}

function byTokens(tokens: Readonly<Record<string, string>>): Authenticate {
  if (!isJsonObject(tokens) || Object.keys(tokens).length === 0) {
    throw new TypeError('tokens must map each token to a principal, such as { [token]: "ann" }.')
  }
  const known = Object.entries(tokens).map(([token, principal]) => {
    if (!/^[!-~]+$/.test(token) || token.length < MIN_TOKEN_LENGTH) {
      throw new TypeError(`A token must have at least ${MIN_TOKEN_LENGTH} visible characters and no spaces.`)
    }
    if (typeof principal !== 'string')
      throw new TypeError(`A principal must be a string, not ${quote(principal)}.`)
    return { digest: sha256Bytes(token), principal }
  })
  return async ({ headers }) => {
    const shown = /^bearer +([!-~]+)$/i.exec(headers.authorization ?? '')?.[1]
    if (shown === undefined) return undefined
    // Digests have one length, and each is compared, so that time tells nothing.
    const digest = sha256Bytes(shown)
    let found: string | undefined
    for (const { digest: own, principal } of known) if (timingSafeEqual(own, digest)) found = principal
    return found
  }
}

function sha256Bytes(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
