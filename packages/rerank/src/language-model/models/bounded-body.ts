/** What was read of a body. */
export interface BoundedBody {
  readonly text: string
  /** Whether there was more than was read. */
  readonly isCut: boolean
}

/** Reads at most `maxBytes` of a body as UTF-8, and lets go of the rest. */
export async function readBounded(response: Response, maxBytes: number): Promise<BoundedBody> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  while (reader !== undefined && bytes <= maxBytes) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    bytes += value.length
  }
  // An error while the connection is released can be ignored.
  if (bytes > maxBytes) await reader?.cancel().catch(() => {})
  const text = Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
  return { text, isCut: bytes > maxBytes }
}
