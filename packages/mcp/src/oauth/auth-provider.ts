import type { JsonObject } from '@toolscout/model'

/** An OAuth client that was registered beforehand. */
export interface McpAuthClient {
  readonly id: string
  /** Absent for a public client. */
  readonly secret?: string
  /** Signs in with assertions (RFC 7523) in place of a secret; a private key as PEM (PKCS #8). */
  readonly privateKey?: { readonly pem: string; readonly algorithm: string }
  /** The authorization server it was registered with. Without it, it is shown to whichever one the server names. */
  readonly issuer?: string
}

/**
 * Which OAuth client we are at one server, where its tokens are kept, and how a person is asked. Used when the server
 * answers 401, or 403 with `insufficient_scope`: a token is refreshed, or a new one is got, and the request repeated
 * once. What an implementation owes:
 *
 * - `load` gives what `save` was last given for this server, in this or an earlier process. It holds secrets.
 * - `authorize` shows a person the URL, which never came near a shell before and should not do so then: hand it to a
 *   program as one argument. It resolves with the URL the person was sent back to, whole.
 */
export interface McpAuthProvider {
  readonly load: () => Promise<JsonObject | undefined>
  readonly save: (state: JsonObject) => Promise<void>
  /**
   * Runs a renewal while no other runs for this server, in other processes too; what is kept is loaded within. Needed
   * where several processes keep one login and the service takes a refresh token only once: the second to use it would
   * log all of them out. Default: renewals run as they come.
   */
  readonly exclusively?: (renew: () => Promise<void>) => Promise<void>
  /** Absent: no person can be asked, and what needs one is an `MCP_AUTH_REQUIRED` error. */
  readonly authorize?: (url: URL, options: { readonly signal: AbortSignal }) => Promise<URL | string>
  /** What to do where no person can be asked, such as the command that asks. Default: to connect where there is a person. */
  readonly advice?: string
  /** Where people are sent back to, such as `http://127.0.0.1:8976/callback`. Needed with `authorize`. */
  readonly redirectUrl?: string
  /** `client_credentials` takes no person, but a client. Default `authorization_code`. */
  readonly grant?: 'authorization_code' | 'client_credentials'
  /** Without one, the client's metadata URL is used, or a client is registered (RFC 7591). */
  readonly client?: McpAuthClient
  /** The `https:` URL of a document that says who the client is (SEP-991). */
  readonly clientMetadataUrl?: string
  /** What people are shown. Default `Toolscout`. */
  readonly clientName?: string
  /** What is asked for when the server names nothing. */
  readonly scope?: string
}
