/** A request as it comes in, before anybody answers it. */
export interface FarmRequest {
  /** Of JSON-RPC, such as `tools/call`; of HTTP, such as `GET`, where there is no message. */
  readonly method: string
  /** The tool that is called. */
  readonly tool?: string
}

/** How a server fails a request. Who does not fail answers as the SDK does. */
export type Fault =
  /** Reads it, has its effect or not (default), and never answers. */
  | { readonly kind: 'hang'; readonly ran?: boolean }
  /** Breaks the connection before anything ran. */
  | { readonly kind: 'resetBefore' }
  /** Answers with a status in the place of the SDK. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      /** Whether the tool has its effect before. Default false. */
      readonly ran?: boolean
      /** Default `no`; `$id` in it is the id of the request. */
      readonly body?: string
    }
  /** Has lost the session, as after a restart: 404, now and for all that follow until there is a new one. */
  | { readonly kind: 'forget' }
  /** Runs the tool, then breaks the connection, with the headers sent or a part of an event. */
  | { readonly kind: 'resetAfter'; readonly sent: 'headers' | 'half' }
  /** Runs the tool, then ends the stream of events in good order, without the answer. */
  | { readonly kind: 'endAfter' }

/** Decides for each request; `undefined` lets it be answered. */
export type Behaviour = (request: FarmRequest) => Fault | undefined

/** Fails the given number of first tool calls, then none. */
export function failCalls(fault: Fault, times: number = Number.POSITIVE_INFINITY): Behaviour {
  let left = times
  return ({ method }) => {
    if (method !== 'tools/call' || left <= 0) return undefined
    left -= 1
    return fault
  }
}

/** Alternates between a number of successful and a number of failing calls: a flapping server. */
export function flapCalls(fault: Fault, length: number): Behaviour {
  let calls = 0
  return ({ method }) => {
    if (method !== 'tools/call') return undefined
    calls += 1
    return Math.floor((calls - 1) / length) % 2 === 0 ? undefined : fault
  }
}
