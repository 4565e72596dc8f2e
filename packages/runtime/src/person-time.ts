import type { Clock, ToolClient } from '@toolscout/model'
import type { Deadline } from './resilience/run-with-retries.ts'

/** Requests that a person answers, or approves. */
const ASKS_PERSON: readonly string[] = ['elicitation/create', 'sampling/createMessage']

/**
 * The client of one call, whose deadline stands still while a person is asked something through it, for `maxMs`
 * milliseconds of the call in all. Questions that are open at the same time count once; after that the clock goes on.
 */
export function onPersonTime(
  client: ToolClient,
  { deadline, clock, maxMs }: { readonly deadline: Deadline; readonly clock: Clock; readonly maxMs: number },
): ToolClient {
  let leftMs = maxMs
  let open = 0
  let goOn = (): void => {}
  const pause = (): void => {
    if (leftMs <= 0) return
    const since = clock.now()
    const stopLimit = clock.after(leftMs, () => goOn(), { background: true })
    const restart = deadline.pause()
    goOn = () => {
      goOn = () => {}
      stopLimit()
      leftMs -= clock.now() - since
      restart()
    }
  }
  return Object.freeze({
    identity: client.identity,
    get capabilities() {
      return client.capabilities
    },
    get isTask() {
      return client.isTask
    },
    log: client.log,
    request: async (...asked) => {
      if (!ASKS_PERSON.includes(asked[0])) return client.request(...asked)
      open += 1
      if (open === 1) pause()
      try {
        return await client.request(...asked)
      } finally {
        open -= 1
        if (open === 0) goOn()
      }
    },
  } satisfies ToolClient)
}
