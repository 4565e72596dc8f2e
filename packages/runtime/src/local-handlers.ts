import { type JsonObject, type ToolClient, type ToolHandler, ToolscoutError } from '@toolscout/model'
import {
  formatDuration,
  isJsonObject,
  messageOf,
  oneLine,
  quote,
  randomHex,
  type ToolProgress,
  type ToolSetEntry,
  truncate,
} from '@toolscout/model/internal'

/** Most problems reported for one set of arguments, and the longest of them in code points. */
const MAX_PROBLEMS = 20
const MAX_PROBLEM_LENGTH = 300

/** What a Standard Schema says of a value: the value as the library reads it, or what is wrong with it. */
export type StandardReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] }

interface StandardOutcome {
  readonly issues?: readonly { readonly message: string; readonly path?: readonly unknown[] }[]
  readonly value?: unknown
}

/** The context of one call for its handler, with defaults filled in. */
export interface LocalCall {
  readonly signal: AbortSignal
  readonly toolCallId?: string | undefined
  readonly messages?: readonly unknown[] | undefined
  readonly progress?: ((progress: ToolProgress) => void) | undefined
  /** Who called, where that can be talked to. */
  readonly client?: ToolClient | undefined
  readonly principal?: string | undefined
  /** Called when what runs the tool has made a task of the call. */
  readonly onTask?: (() => void) | undefined
}

/** A function that runs a tool, and how its arguments are read first. */
export interface LocalHandler {
  readonly run: (args: unknown, call: LocalCall) => unknown
  /**
   * Applies defaults and transformations of a Standard Schema; takes JSON Schema arguments as they are. Gives a copy
   * that belongs to the handler.
   */
  readonly read: (args: JsonObject) => Promise<StandardReading>
}

/** The handler of an entry, or `undefined` when it brought none. */
export function toLocalHandler({ definition, handler }: ToolSetEntry): LocalHandler | undefined {
  if (handler === undefined) return undefined
  const schema: unknown = isJsonObject(definition) ? Reflect.get(definition, 'inputSchema') : undefined
  const run = handler as ToolHandler<unknown>
  return {
    run: (
      args,
      { signal, toolCallId = randomHex(16), messages = [], progress = () => {}, client, principal = '' },
    ) => run(args, { signal, abortSignal: signal, toolCallId, messages, progress, client, principal }),
    read: standardReader(schema),
  }
}

function standardReader(schema: unknown): LocalHandler['read'] {
  // Some libraries make their schemas callable.
  const isSchema = (typeof schema === 'object' && schema !== null) || typeof schema === 'function'
  const standard: unknown = isSchema ? Reflect.get(schema, '~standard') : undefined
  const validate: unknown = isJsonObject(standard) ? Reflect.get(standard, 'validate') : undefined
  if (typeof validate !== 'function') return async (args) => ({ ok: true, value: structuredClone(args) })
  return async (args) => {
    try {
      const outcome: unknown = await Reflect.apply(validate, standard, [structuredClone(args)])
      const { issues, value } = outcome as StandardOutcome
      if (issues === undefined) return { ok: true, value }
      const problems = issues.slice(0, MAX_PROBLEMS).map(({ message, path }) => `${pathText(path)}${message}`)
      return { ok: false, problems: problems.map(shown) }
    } catch (error) {
      // A check of the application's own that throws has said that these arguments cannot be taken.
      return { ok: false, problems: [shown(`Checking them failed: ${messageOf(error)}`)] }
    }
  }
}

function shown(problem: string): string {
  return truncate(oneLine(problem), MAX_PROBLEM_LENGTH)
}

function pathText(path: readonly unknown[] | undefined): string {
  if (path === undefined || path.length === 0) return ''
  return `/${path.map((step) => String(isJsonObject(step) ? step.key : step)).join('/')}: `
}

/** A minute: what MCP clients wait by default. */
export const DEFAULT_CALL_TIMEOUT_MS = 60_000

/** `CALL_TIMEOUT`: a handler did not end in time. Its signal was aborted; whether it stopped is unknown. */
export class CallTimeoutError extends ToolscoutError<{
  readonly id: string
  readonly timeoutMs: number
  /** The handler started, and its effect is unknown. */
  readonly outcome: 'unknown'
}> {
  /** `pausedMs` is what a person was waited for meanwhile, in milliseconds. */
  constructor(id: string, timeoutMs: number, pausedMs = 0) {
    const waited = pausedMs < 1_000 ? '' : `, after ${formatDuration(pausedMs)} of waiting for a person`
    super('CALL_TIMEOUT', `The tool ${quote(id)} did not end within ${formatDuration(timeoutMs)}${waited}.`, {
      details: { id, timeoutMs, outcome: 'unknown' },
    })
  }
}
