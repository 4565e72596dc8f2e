import type {
  ObservedFact,
  ObservedOperation,
  ObservedOutcome,
  Observer,
  TraceCarrier,
} from '../../contracts/observer.ts'

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
    begin: (operation: ObservedOperation) => {
      const begun = all.flatMap((observer) => guarded(() => observer.begin(operation)) ?? [])
      return {
        run: <T>(work: () => T): T =>
          begun.reduceRight<() => T>((inner, observation) => () => observation.run(inner), work)(),
        end: (outcome: ObservedOutcome) => {
          for (const observation of begun) guarded(() => observation.end(outcome))
        },
      }
    },
    note: (fact: ObservedFact) => {
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
    process.emitWarning(error instanceof Error ? error : String(error), {
      type: 'ToolscoutWarning',
      code: 'TOOLSCOUT_OBSERVER_FAILED',
    })
    return undefined
  }
}
