import { messageOf, oneLine, truncate } from '@toolscout/model/internal'
import { CallFailedError, type FailedBackend } from './call-failure.ts'
import type { LocalHandler } from './local-handlers.ts'
import type { CalledTool, CallPolicy } from './tool-call.ts'

/** One backend of a tool: what runs it there, and how. */
export interface CallRoute {
  readonly handler: LocalHandler | undefined
  readonly policy?: CallPolicy | undefined
  /** Whether the backend can be reached now; one that cannot is asked after those that can. Default: it can. */
  readonly isReady?: (() => boolean) | undefined
}

/** A tool and what runs it; by default as `policyOf` of the engine says. */
export interface CallableTool extends CalledTool, CallRoute {
  /** The tool's other backends, in the order in which they are asked where the one before surely ran nothing. */
  readonly others?: readonly CallRoute[] | undefined
}

/** Backends in the order in which they are asked: those that are well as they are given, then the others. */
export function orderRoutes<Route extends CallRoute>(
  routes: readonly Route[],
  isLeftAlone: (backend: string) => boolean,
): readonly Route[] {
  const isWell = ({ isReady, policy }: Route): boolean =>
    isReady?.() !== false && (policy?.backend === undefined || !isLeftAlone(policy.backend))
  const well = routes.filter(isWell)
  return [...well, ...routes.filter((route) => !well.includes(route))]
}

/** Longest text of one failure beside others, in code points. */
const MAX_MESSAGE = 300
/** Most failures that are named. */
const MAX_NAMED = 8

/**
 * Asks one backend after the other until one answers. The next one is asked only where the one before surely ran
 * nothing, and not for arguments that it refused: the next would, too.
 *
 * @throws CallFailedError `CALL_FAILED`: of the only one that was asked what it failed with, else naming each.
 */
export async function failOver<Route extends CallRoute, T>(
  routes: readonly Route[],
  ask: (route: Route, isLast: boolean) => Promise<T>,
): Promise<T> {
  const failed: { readonly route: Route; readonly error: CallFailedError }[] = []
  for (const [i, route] of routes.entries()) {
    const isLast = i === routes.length - 1
    try {
      return await ask(route, isLast)
    } catch (error) {
      if (!(error instanceof CallFailedError)) throw error
      const { outcome, failure } = error.details
      failed.push({ route, error })
      if (!isLast && outcome === 'notRun' && failure !== 'badArguments') continue
      // A tool's own words are its answer, also where others were asked before.
      throw failed.length === 1 || failure === 'toolFailed' ? error : withOthers(error, failed)
    }
  }
  throw new TypeError('A call needs a backend.')
}

function withOthers(
  last: CallFailedError,
  failed: readonly { readonly route: CallRoute; readonly error: CallFailedError }[],
): CallFailedError {
  const all = failed.map(({ error }) => error.details)
  const backends = failed.slice(-MAX_NAMED).map(
    ({ route, error }): FailedBackend =>
      Object.freeze({
        name: route.policy?.backend ?? 'a function of this process',
        failure: error.details.failure,
        message: truncate(oneLine(messageOf(error.cause)), MAX_MESSAGE),
      }),
  )
  const sum = (of: 'attempts' | 'elapsedMs'): number => all.reduce((total, details) => total + details[of], 0)
  const details = {
    ...last.details,
    attempts: sum('attempts'),
    elapsedMs: sum('elapsedMs'),
    retryable: all.some(({ retryable }) => retryable),
    backends: Object.freeze(backends),
  }
  return new CallFailedError(details, last.cause)
}
