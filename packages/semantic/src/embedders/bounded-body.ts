/**
 * Reads the body of an answer as text, up to a limit in bytes.
 *
 * @returns `undefined` when it is larger; the rest is not read then.
 */
export async function readBoundedText(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Reads the start of the body of an answer as text, and lets the rest go. */
export async function readTextHead(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const { value = new Uint8Array() } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value.subarray(0, maxBytes))
}
