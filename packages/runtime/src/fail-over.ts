import type { JsonObject, Tool, ToolClient, ToolResult } from '@toolscout/model'
import {
  messageOf,
  oneLine,
  raceSignal,
  type ToolProgress,
  tellListener,
  toToolResult,
  truncate,
} from '@toolscout/model/internal'
import { CallFailedError, type FailedBackend } from './call-failure.ts'
import type { CallParts } from './call-parts.ts'
import { refuseArguments } from './check-arguments.ts'
import type { LocalCall, LocalHandler } from './local-handlers.ts'
import { noteAttempt } from './observe-call.ts'
import { type BackendGuard, createBackendGuard } from './resilience/backend-guard.ts'
import { classifyHandlerFailure } from './resilience/failure.ts'
import {
  type AttemptFailure,
  type Deadline,
  operationOf,
  runWithRetries,
} from './resilience/run-with-retries.ts'
import type { CallEvent, CalledTool, CallOptions, CallPolicy } from './tool-call.ts'

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

/** One call on its way. */
export interface Work {
  readonly entry: CallableTool
  readonly policy: CallPolicy
  readonly parts: CallParts
  readonly options: CallOptions
  readonly callId: string
  readonly timeoutMs: number
  /** Which backend of several answered. */
  readonly answer: { by?: string | undefined }
  /** Whether its backend has made a task of it. */
  readonly task: { hasBegun?: boolean }
  /** The caller's client; while it asks a person, the deadlines of the call stand still. */
  client: ToolClient | undefined
  /** Set as soon as the handler has been asked to run. */
  begun: boolean
  /** Set for good when an attempt failed after it may have run. */
  mayHaveRun: boolean
  /** Set after the last event. */
  ended: boolean
}

/** A backend with how it is asked. */
export interface Route extends CallRoute {
  readonly policy: CallPolicy
}

interface AskOptions {
  readonly args: JsonObject
  readonly deadline: Deadline
  /** Whether another backend is asked where this one surely ran nothing. */
  readonly hasOthers: boolean
  /** Whether the tool must never run twice, whichever backend says so. */
  readonly atMostOnce: boolean
}

/** Asks one backend, as often as its failures allow. */
export function askBackend(
  work: Work,
  { handler, policy }: Route,
  { args, deadline, hasOthers, atMostOnce }: AskOptions,
): Promise<ToolResult> {
  const { parts, entry, options, callId } = work
  const { principal, messages } = options
  const run = (signal: AbortSignal): Promise<ToolResult> => {
    work.begun = true
    const { client, task } = work
    const onTask = (): void => {
      task.hasBegun = true
    }
    const progress = progressOf(work)
    const call = { signal, toolCallId: callId, messages, client, principal, progress, onTask }
    const running = runHandler(entry.tool, handler as LocalHandler, args, call)
    // A handler that ignores its signal does not delay the call.
    return raceSignal(running, signal)
  }
  const { backend, retry, recover } = policy
  const onAttemptFailed = (failed: AttemptFailure): void => {
    if (failed.outcome !== 'notRun') work.mayHaveRun = true
    work.begun = work.mayHaveRun
    const where = entry.others === undefined || backend === undefined ? {} : { backend }
    tell(parts, { type: 'attemptFailed', name: entry.name, callId, attempt: failed, ...where })
    noteAttempt(parts.observer, { name: entry.name, policy }, failed)
  }
  const operation = operationOf(entry.tool, { ...policy, atMostOnce })
  const retries = { operation, policy: retry, recover, deadline, hasOthers, onAttemptFailed }
  const { clock, random } = parts
  return backend === undefined
    ? runWithRetries(run, { ...retries, classify: classifyHandlerFailure, clock, random })
    : guardOf(parts, backend).run(run, { ...retries, principal })
}

/**
 * Runs a handler of this process with arguments that fit the tool's schema. Rejects with what it throws; ends when
 * it does, whether or not the signal aborts meanwhile. What the result says in `_meta` under `toolscout/` is left out.
 */
async function runHandler(
  tool: Tool,
  handler: LocalHandler,
  args: JsonObject,
  call: LocalCall,
): Promise<ToolResult> {
  const reading = await handler.read(args)
  if (!reading.ok) return refuseArguments(tool, reading.problems)
  call.signal.throwIfAborted()
  return withoutOurWords(toToolResult(await handler.run(reading.value, call)))
}

/** Members of `_meta` that only this runtime may set: neither a tool nor another gateway behind a server may. */
function withoutOurWords(result: ToolResult): ToolResult {
  const entries = Object.entries(result._meta ?? {})
  const kept = entries.filter(([member]) => !member.startsWith('toolscout/'))
  if (kept.length === entries.length) return result
  const { _meta, ...rest } = result
  return Object.freeze(kept.length === 0 ? rest : { ...rest, _meta: Object.freeze(Object.fromEntries(kept)) })
}

/** The guard of a backend: the application's own, or one of this engine. */
export function guardOf(parts: CallParts, backend: string): BackendGuard {
  return parts.guardOf?.(backend) ?? ownGuard(parts, backend)
}

function ownGuard({ ownGuards, clock, random }: CallParts, name: string): BackendGuard {
  const guard = ownGuards.get(name) ?? createBackendGuard({ name, clock, random })
  ownGuards.set(name, guard)
  return guard
}

/** Events after the end are dropped. */
function progressOf(work: Work): (progress: ToolProgress) => void {
  return (progress) => {
    if (!work.ended) tellListener(work.options.onProgress, progress)
  }
}

/** Reports an event. */
export function tell({ onEvent }: CallParts, event: CallEvent): void {
  if (onEvent !== undefined) tellListener(onEvent, event)
}
