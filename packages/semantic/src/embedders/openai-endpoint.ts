import { quote } from '@toolscout/model/internal'

/** Where embeddings are asked for, and what a message may call it. */
export interface OpenAiEndpoint {
  readonly url: string
  readonly origin: string
  /** Values of the URL that a message must not show. */
  readonly secrets: readonly string[]
}

/**
 * Reads a base URL, such as `https://api.openai.com/v1`; its query (`?api-version=…`) is kept.
 *
 * @throws TypeError when it is no URL of HTTP, or holds credentials, which belong into headers.
 */
export function readEndpoint(baseUrl: unknown): OpenAiEndpoint {
  // The text itself is not shown: what is wrong with it may be a key in the wrong place.
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) {
    throw new TypeError(`baseUrl is no URL; https://api.openai.com/v1 is one.`)
  }
  const url = new URL(baseUrl)
  if (!['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError(`baseUrl begins with ${quote(url.protocol)}; http: or https: is needed.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl holds credentials; give them as apiKey or in headers.')
  }
  const secrets = [...url.searchParams.values()]
  url.hash = ''
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/embeddings`
  return { url: url.href, origin: url.origin, secrets }
}
