/**
 * The same request with a body that can be read once, so that it cannot be sent twice: `fetch` itself does so after HTTP 421
 * (WHATWG Fetch, "HTTP-network-or-cache fetch"), and the authorizer when it has a new token.
 */
export function withBodyReadOnce(init: RequestInit | undefined): RequestInit {
  const bytes = new TextEncoder().encode(String(init?.body))
  const headers = new Headers(init?.headers)
  // Without a length it would be sent in chunks, which not every server reads.
  headers.set('content-length', String(bytes.length))
  // TypeScript does not know `duplex`, which a stream needs.
  return Object.assign({ ...init, headers, body: new Blob([bytes]).stream() }, { duplex: 'half' })
}

/** Whether the body of a request cannot be sent again. */
export function isReadOnce(init: RequestInit | undefined): boolean {
  return init?.body instanceof ReadableStream
}
