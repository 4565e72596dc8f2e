import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { StatelessAnswers } from './stateless.ts'

/** A request to listen, for the resources its principal may read; any other as it is. */
export async function narrowListening(
  answers: Pick<StatelessAnswers, 'watch'>,
  body: unknown,
  ask: { readonly principal: string; readonly signal: AbortSignal },
): Promise<unknown> {
  if (!isJsonObject(body) || body.method !== 'subscriptions/listen' || !isJsonObject(body.params)) return body
  const asked = listenedUris(body.params)
  if (asked.length === 0) return body
  const { uris, stop } = await answers.watch(asked, ask)
  if (ask.signal.aborted) stop()
  else ask.signal.addEventListener('abort', stop, { once: true })
  const notifications = { ...(body.params.notifications as JsonObject), resourceSubscriptions: uris }
  return { ...body, params: { ...body.params, notifications } }
}

/** The uris in the parameters of `subscriptions/listen`. */
function listenedUris(params: unknown): readonly string[] {
  const filter = isJsonObject(params) ? params.notifications : undefined
  const uris = isJsonObject(filter) ? filter.resourceSubscriptions : undefined
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : []
}
