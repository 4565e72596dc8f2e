import type { JsonObject } from '@toolscout/model'
import type { ClientMethod } from '@toolscout/model/internal'

/** The client of one session, for what belongs to no request of its. */
export interface ClientChannel {
  /** Notifies the client. Does nothing once the client is gone. */
  readonly notify: (method: string, params?: JsonObject) => void
  /** Ends the session; what is under way is aborted. */
  readonly close: () => Promise<void>
}

/** One request of a client, and the way back to it while the request is answered. */
export interface RequestScope {
  /** Aborted when the client gives the request up or is gone. */
  readonly signal: AbortSignal
  /** The client's id of the request. */
  readonly requestId: string | number
  /** What the client wants reports of progress to carry; absent when it wants none. */
  readonly progressToken: string | number | undefined
  /** What the client said it can do. */
  readonly capabilities: () => JsonObject
  /** Whether it has become a task, so that its client waits no more. */
  readonly isTask?: (() => boolean) | undefined
  /** Tells the client something that belongs to this request. */
  readonly notify: (method: string, params: JsonObject) => void
  /** Asks the client something while it waits. Rejects when it refuses or is gone, or with the reason of a signal. */
  readonly request: (
    method: ClientMethod,
    params: JsonObject,
    options: { readonly signal?: AbortSignal | undefined; readonly key?: string | undefined },
  ) => Promise<JsonObject>
}

/** Answers the requests of one client. Rejects with a `RequestRefusedError` for an answer that is an error of the protocol. */
export type AnswerRequest = (method: string, params: JsonObject, scope: RequestScope) => Promise<JsonObject>

/** How messages come and go where the SDK's own transports are not used: one JSON-RPC message a time. */
export interface WireTransport {
  /** Begins to give out messages, each a JSON object; `onEnd` is called once. */
  readonly start: (events: {
    readonly onMessage: (message: object) => void
    readonly onEnd: () => void
  }) => void
  /** Resolves when the message may be forgotten; rejects when it cannot be sent. */
  readonly send: (message: object) => Promise<void>
  readonly close: () => Promise<void>
}
