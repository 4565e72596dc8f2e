/** Where requests go and what they carry. */
export interface RemoteAddress {
  /** Without credentials, which `fetch` refuses in a URL. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Makes an address of a URL and headers. Credentials in the URL become an `Authorization` header (RFC 7617)
 * unless there is one already.
 */
export function toRemoteAddress(text: string, headers: Readonly<Record<string, string>> = {}): RemoteAddress {
  const url = new URL(text)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const hasHeader = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (hasHeader || (username === '' && password === '')) return { url, headers: { ...headers } }
  const credentials = `${percentDecoded(username)}:${percentDecoded(password)}`
  const authorization = `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`
  return { url, headers: { ...headers, Authorization: authorization } }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign means itself.
    return text
  }
}
