import { warnOfListener } from '../internal/async/listeners.ts'
import type { SearchMode } from './assistance.ts'

/** A trace that goes on in another process (W3C Trace Context): the headers, or members of `_meta` of MCP. */
export interface TraceCarrier {
  readonly traceparent?: string
  readonly tracestate?: string
}

/** Where a server is reached, without secrets. */
export interface ObservedServer {
  /** Its name in the configuration. */
  readonly name: string
  /** `pipe` for a process, `tcp` for a URL; absent when that is not known. */
  readonly network?: 'pipe' | 'tcp' | undefined
  /** Host of its URL. */
  readonly address?: string | undefined
  /** Port of its URL. */
  readonly port?: number | undefined
}

interface ObservedCall {
  /** What the tool is called by. */
  readonly tool: string
  /** The model's id of the call. */
  readonly callId?: string | undefined
  /** On whose behalf; absent for no principal. */
  readonly principal?: string | undefined
}

/** Something that takes time, as it begins. Holds neither arguments nor results. */
export type ObservedOperation =
  | {
      readonly kind: 'search'
      /** Content of a user: not to be kept unless somebody asked for it. */
      readonly query: string
      readonly limit?: number | undefined
      readonly mode?: SearchMode | undefined
    }
  /** A call of a function of this process. */
  | (ObservedCall & { readonly kind: 'localCall' })
  /** A call of a tool of a server, pauses and further attempts included. */
  | (ObservedCall & { readonly kind: 'serverCall'; readonly server: ObservedServer })
  /** A call that a client makes of what is served. */
  | (ObservedCall & {
      readonly kind: 'servedCall'
      /** The client's id of the request (JSON-RPC). */
      readonly requestId?: string | number | undefined
      /** The trace the client began. Foreign. */
      readonly carrier: TraceCarrier
    })
  | { readonly kind: 'listTools'; readonly server: ObservedServer }
  | { readonly kind: 'embed'; readonly model: string; readonly texts: number }

/** What became of an operation. Each member only where it is known. */
export interface ObservedOutcome {
  /** Why it failed, as a code such as `CALL_TIMEOUT`; `tool_error` where the tool itself says so. Absent when it did not. */
  readonly error?: string | undefined
  /** Whether the tool ran: `ran`, `notRun` or `unknown`. */
  readonly outcome?: string | undefined
  /** Which backend of several answered. */
  readonly server?: string | undefined
  /** The code of JSON-RPC a server refused with. */
  readonly rpcCode?: number | undefined
  /** Hits of a search, or tools of a listing. */
  readonly found?: number | undefined
  /** Ids of the hits, best first. Content, as the query is. */
  readonly ids?: readonly string[] | undefined
  /** How sure a search is. */
  readonly verdict?: string | undefined
  /** Parts of a search that could not do their work in full. */
  readonly degraded?: readonly string[] | undefined
}

/** Something that happens at one moment. */
export type ObservedFact =
  /** An attempt of a call failed. `again` says whether another one follows. */
  | {
      readonly kind: 'attemptFailed'
      readonly tool: string
      readonly server?: string | undefined
      readonly failure: string
      readonly again: boolean
    }
  /** How many calls of a server are under way and wait, as another one arrives. */
  | { readonly kind: 'queue'; readonly server: string; readonly running: number; readonly waiting: number }
  | { readonly kind: 'serverState'; readonly server: string; readonly state: string }
  | { readonly kind: 'breaker'; readonly server: string; readonly state: string }
  /** Tools came, changed or went; `tools` are there now. */
  | {
      readonly kind: 'catalogChanged'
      readonly tools: number
      readonly added: number
      readonly updated: number
      readonly removed: number
    }
  /** What another process changed in a shared catalog was taken in, so long after it was written. */
  | { readonly kind: 'feed'; readonly lagMs: number }
  /** How a tool stands to the definition that is trusted: `new`, `pinned`, `changed` or `quarantined`. `server` where one lists it. */
  | {
      readonly kind: 'pinChanged'
      readonly tool: string
      readonly state: string
      readonly server?: string | undefined
    }
  /** A definition was not taken in. `reason` is a code. */
  | { readonly kind: 'refused'; readonly server: string; readonly reason: string }

/** An operation under way. */
export interface Observation {
  /** Runs work as a part of it: what begins within is its child, whatever it awaits. */
  readonly run: <T>(work: () => T) => T
  /** Called once. */
  readonly end: (outcome: ObservedOutcome) => void
}

/**
 * Hears what happens, to measure it or to write it down. What an implementation owes:
 *
 * - Nothing it does throws, waits or changes what is observed; what throws all the same is reported by a process warning.
 * - It keeps no content (queries, ids of hits) unless its user asked for that.
 */
export interface Observer {
  readonly begin: (operation: ObservedOperation) => Observation
  readonly note: (fact: ObservedFact) => void
  /** The trace of what is under way where this is called, for another process; empty when there is none. */
  readonly carrier: () => TraceCarrier
}

/**
 * Does work as an operation that is observed; without an observer just does it. `outcomeOf` reads what the work gave;
 * a rejection is observed by its code.
 */
export async function observe<T>(
  observer: Observer | undefined,
  operation: () => ObservedOperation,
  work: () => Promise<T>,
  outcomeOf: (value: T) => ObservedOutcome,
): Promise<T> {
  if (observer === undefined) return work()
  const observation = guarded(() => observer.begin(operation()))
  if (observation === undefined) return work()
  let running: Promise<T> | undefined
  const once = (): Promise<T> => {
    running ??= work()
    return running
  }
  // Whatever an observer does with the work, it is done, and done once.
  const observed = guarded(() => observation.run(once)) ?? once()
  try {
    const value = await observed
    guarded(() => observation.end(outcomeOf(value)))
    return value
  } catch (error) {
    guarded(() => observation.end({ error: errorCodeOf(error) }))
    throw error
  }
}

/** Tells an observer of something. */
export function observeFact(observer: Observer | undefined, fact: () => ObservedFact): void {
  if (observer !== undefined) guarded(() => observer.note(fact()))
}

/** The trace of what is under way, as `_meta` of MCP carries it; `undefined` when there is none. */
export function carrierOf(observer: Observer | undefined): TraceCarrier | undefined {
  if (observer === undefined) return undefined
  const carrier = guarded(() => observer.carrier())
  return carrier?.traceparent === undefined ? undefined : carrier
}

/** One observer of several; each is harmed by none. The first that has a trace gives it. */
export function combineObservers(observers: readonly Observer[]): Observer {
  const all = [...observers]
  return Object.freeze({
    begin: (operation) => {
      const begun = all.flatMap((observer) => guarded(() => observer.begin(operation)) ?? [])
      return {
        run: <T>(work: () => T): T =>
          begun.reduceRight<() => T>((inner, observation) => () => observation.run(inner), work)(),
        end: (outcome: ObservedOutcome) => {
          for (const observation of begun) guarded(() => observation.end(outcome))
        },
      }
    },
    note: (fact) => {
      for (const observer of all) guarded(() => observer.note(fact))
    },
    carrier: () => {
      for (const observer of all) {
        const carrier = carrierOf(observer)
        if (carrier !== undefined) return carrier
      }
      return {}
    },
  } satisfies Observer)
}

/** What an error is called in measures: its code, or the name of its class. */
export function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? code : error.name
}

function guarded<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    warnOfListener(error, 'TOOLSCOUT_OBSERVER_FAILED')
    return undefined
  }
}
