import type { JsonObject, ToolClient, ToolResult } from '@toolscout/model'
import { raceSignal, type ToolProgress, tellListener } from '@toolscout/model/internal'
import type { CallParts } from './call-parts.ts'
import { runHandler } from './check-arguments.ts'
import type { CallableTool, CallRoute } from './fail-over.ts'
import type { LocalHandler } from './local-handlers.ts'
import { noteAttempt } from './observe-call.ts'
import { type BackendGuard, createBackendGuard } from './resilience/backend-guard.ts'
import { classifyHandlerFailure } from './resilience/failure.ts'
import {
  type AttemptFailure,
  type Deadline,
  operationOf,
  runWithRetries,
} from './resilience/run-with-retries.ts'
import type { CallEvent, CallOptions, CallPolicy } from './tool-call.ts'

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
    const { client } = work
    const call = { signal, toolCallId: callId, messages, client, principal, progress: progressOf(work) }
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
