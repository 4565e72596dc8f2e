import { quote } from '@toolscout/model/internal'
import { protocolFailure } from '../transport/transport.ts'

/** What a person brought back. */
export interface Redirect {
  readonly authorizationCode: string
  /** The authorization server that granted it, where that says so (RFC 9207). */
  readonly iss?: string
}

/** What an answer has to match. */
export interface RedirectExpectation {
  readonly state: string
  /** The authorization server as its metadata names it. */
  readonly issuer: string | undefined
}

/**
 * Reads the code out of the URL a person was sent back to (RFC 6749, section 4.1.2).
 *
 * @throws McpTransportError when access was not granted, or the answer is to another question: a `state` of somebody
 * else's, or an `iss` of another authorization server (RFC 9207).
 */
export function readRedirect(
  back: URL | string | undefined,
  { state, issuer }: RedirectExpectation,
): Redirect {
  const text = String(back)
  if (!URL.canParse(text)) throw protocolFailure('the authorization gave back no URL')
  const { searchParams } = new URL(text)
  if (searchParams.get('state') !== state)
    throw protocolFailure('what came back is no answer to our question')
  const from = searchParams.get('iss')
  if (from !== null && issuer !== undefined && from !== issuer) {
    throw protocolFailure(`what came back is from ${quote(from)}, not from ${quote(issuer)}`)
  }
  const error = searchParams.get('error')
  if (error !== null) throw protocolFailure(`access was not granted (${quote(error)})`)
  const code = searchParams.get('code')
  if (code === null || code === '') throw protocolFailure('no code came back')
  return { authorizationCode: code, ...(from === null ? {} : { iss: from }) }
}
