import { createNamedUrlGuard } from '@toolscout/mcp/internal'
import { anySignal, timeoutSignal } from '@toolscout/model/internal'

/** Bytes of one page, or of a file. */
export const MAX_BYTES = 33_554_432
/** How long a page may take, in milliseconds. */
export const PAGE_TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/** Gets the text at an address. Rejects with a `RangeError` that says why there is none, or as `fetch` does. */
export type TextFetcher = (url: string, signal: AbortSignal) => Promise<string>

/**
 * Creates what reads the documents of a registry at an address that somebody named. Its origin is trusted as it was named;
 * what it redirects to, or lists, is visited where a server there may name it: https, no further inside than the registry.
 */
export function createTextFetcher(named: string): TextFetcher {
  const guard = createNamedUrlGuard(new URL(named))
  return async (given, signal) => {
    const own = anySignal(signal, timeoutSignal(PAGE_TIMEOUT_MS))
    let url = new URL(given)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const why = await guard(url)
      if (why !== undefined) throw new RangeError(`it leads to ${url.origin}, which is not visited: ${why}`)
      const headers = { accept: 'application/json' }
      const response = await fetch(url, { headers, redirect: 'manual', signal: own })
      if (response.ok) return readText(response)
      await response.body?.cancel()
      const target = response.headers.get('location')
      if (!REDIRECTS.includes(response.status) || target === null || !URL.canParse(target, url.href))
        throw new RangeError(`it answered with HTTP ${response.status}`)
      url = new URL(target, url)
    }
    throw new RangeError(`it redirects more than ${MAX_REDIRECTS} times`)
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The failure of a document that is too large. */
export function tooLarge(): RangeError {
  return new RangeError(`it has more than ${MAX_BYTES} bytes`)
}
