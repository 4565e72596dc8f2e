import {
  checkTimeoutMs,
  listToolSet,
  parseTool,
  quote,
  requireKnownMembers,
  systemClock,
  type ToolResult,
  type ToolSet,
  toExportName,
} from '@toolscout/model'
import { createSchemaValidator } from '@toolscout/schema'
import { callAll } from './call-all.ts'
import { type CallParts, runCall, type ToolboxEntry, warnOfListener } from './call-engine.ts'
import { DEFAULT_MAX_RESULT_BYTES, LEAST_MAX_RESULT_BYTES } from './cap-result.ts'
import { DEFAULT_MAX_RESULT_LENGTH } from './cut-result.ts'
import { outcomeOfResult, unknownTool } from './failure-result.ts'
import { createHeldResults } from './held-results.ts'
import { toLocalHandler } from './local-handlers.ts'
import { type BackendGuard, createBackendGuard } from './resilience/backend-guard.ts'
import { type BulkheadLimits, createBulkhead } from './resilience/bulkhead.ts'
import { createIdempotency } from './resilience/idempotency.ts'
import { requireNumber } from './resilience/require-number.ts'
import type { ResultPageOptions } from './result-page.ts'
import { DEFAULT_CALL_TIMEOUT_MS } from './run-handler.ts'
import type { CallAllOptions, ToolboxCallOptions, ToolboxTool, ToolCall } from './tool-call.ts'
import type { MergeReport, Toolbox, ToolboxOptions } from './toolbox.ts'

/** 512 calls at once, and as many that wait: what a process bears; backends have closer limits of their own. */
export const DEFAULT_TOOLBOX_LIMITS: { readonly [Limit in keyof BulkheadLimits]-?: number } = Object.freeze({
  maxRunning: 512,
  maxWaiting: 512,
  maxWaitMs: 60_000,
})

/** Least text of a result: what says that it was cut has to be worth reading. */
const LEAST_MAX_RESULT_LENGTH = 1_000
/** What stands beside the text of a page, so that a page is not cut itself. */
const PAGE_NOTE_LENGTH = 200
const OPTIONS = Object.keys({
  timeoutMs: true,
  maxResultLength: true,
  maxResultBytes: true,
  heldResults: true,
  limits: true,
  idempotency: true,
  policyOf: true,
  guardOf: true,
  validator: true,
  onEvent: true,
  clock: true,
  random: true,
} satisfies { [Option in keyof ToolboxOptions]-?: true })
const ALL_OPTIONS = ['signal', 'timeoutMs', 'messages', 'principal', 'onProgress']
const CALL_OPTIONS = [...ALL_OPTIONS, 'toolCallId', 'idempotencyKey']

/** What is inside the toolboxes of this module, for {@link Toolbox.merge}. */
const insides = new WeakMap<Toolbox, ReadonlyMap<string, ToolboxEntry>>()

/**
 * Creates an empty {@link Toolbox}.
 *
 * @throws TypeError for an option nobody reads, RangeError for a number out of range.
 */
export function createToolbox(options: ToolboxOptions = {}): Toolbox {
  requireKnownMembers('the options of a toolbox', options, OPTIONS)
  return boxOf(new Map(), createParts(options))
}

function createParts(options: ToolboxOptions): CallParts {
  const { clock = systemClock, random = Math.random, onEvent, policyOf } = options
  const maxResultLength = requireNumber(
    'maxResultLength',
    options.maxResultLength ?? DEFAULT_MAX_RESULT_LENGTH,
    { least: LEAST_MAX_RESULT_LENGTH, most: Number.MAX_SAFE_INTEGER, whole: true },
  )
  const guards = new Map<string, BackendGuard>()
  const ownGuard = (name: string): BackendGuard => {
    const guard = guards.get(name) ?? createBackendGuard({ name, clock, random })
    guards.set(name, guard)
    return guard
  }
  return {
    clock,
    random,
    validator: options.validator ?? createSchemaValidator(),
    timeoutMs: checkTimeoutMs('timeoutMs', options.timeoutMs ?? DEFAULT_CALL_TIMEOUT_MS),
    maxResultLength,
    maxResultBytes: requireNumber('maxResultBytes', options.maxResultBytes ?? DEFAULT_MAX_RESULT_BYTES, {
      least: LEAST_MAX_RESULT_BYTES,
      most: Number.MAX_SAFE_INTEGER,
      whole: true,
    }),
    policyOf: (tool) => policyOf?.(tool) ?? {},
    guardOf: options.guardOf ?? ownGuard,
    bulkhead: createBulkhead({ ...DEFAULT_TOOLBOX_LIMITS, ...options.limits, name: 'toolbox', clock }),
    held: createHeldResults(clock, {
      maxLength: maxResultLength - PAGE_NOTE_LENGTH,
      limits: options.heldResults,
    }),
    idempotency: createIdempotency<ToolResult>({
      ...options.idempotency,
      clock,
      // What surely did not run may be tried again with the same key.
      keeps: (result) => outcomeOfResult(result) !== 'notRun',
    }),
    emit: (event) => {
      try {
        onEvent?.(event)
      } catch (error) {
        warnOfListener(error)
      }
    },
  }
}

function boxOf(entries: Map<string, ToolboxEntry>, parts: CallParts): Toolbox {
  const call = async (
    name: string,
    args?: unknown,
    options: ToolboxCallOptions = {},
  ): Promise<ToolResult> => {
    requireKnownMembers('the options of a call', options, CALL_OPTIONS)
    if (typeof name !== 'string') throw new TypeError(`A tool is called by its name, not by ${quote(name)}.`)
    if (options.timeoutMs !== undefined) checkTimeoutMs('timeoutMs', options.timeoutMs)
    const unknown = (): ToolResult => unknownTool(name, [...entries.keys()])
    return runCall(name, entries.get(name), { args, parts, options, unknown })
  }
  const box: Toolbox = Object.freeze({
    size: () => entries.size,
    register: (tools: ToolSet) => {
      for (const entry of listToolSet(tools).map(readEntry)) entries.set(entry.name, entry)
    },
    get: (name: string) => shown(entries.get(name)),
    list: () => [...entries.values()].flatMap((entry) => shown(entry) ?? []),
    merge: (other: Toolbox, { replace = true }: { readonly replace?: boolean | undefined } = {}) =>
      mergeInto(entries, insidesOf(other), replace),
    filter: (names: readonly string[] | undefined) => {
      if (names === undefined) return box
      const asked = names.flatMap((name) => entries.get(name) ?? [])
      return boxOf(new Map(asked.map((entry) => [entry.name, entry])), parts)
    },
    call,
    callAll: async (calls: readonly ToolCall[], options: CallAllOptions = {}) => {
      if (!Array.isArray(calls)) throw new TypeError(`Calls come as a list, not as ${quote(calls)}.`)
      if (options.timeoutMs !== undefined) checkTimeoutMs('timeoutMs', options.timeoutMs)
      requireKnownMembers('the options of callAll', options, [...ALL_OPTIONS, 'serializeSideEffects'])
      return callAll(calls, { options, call, get: (name) => entries.get(name) })
    },
    readResult: (handle: string, page: ResultPageOptions = {}) => parts.held.read(handle, page),
  } satisfies Toolbox)
  insides.set(box, entries)
  return box
}

function readEntry(entry: ReturnType<typeof listToolSet>[number]): ToolboxEntry {
  const { tool } = parseTool(entry.definition)
  const isPlain = tool.namespace === undefined && tool.version === undefined
  return Object.freeze({
    name: isPlain ? tool.name : toExportName(tool.id),
    tool,
    handler: toLocalHandler(entry),
  })
}

function shown(entry: ToolboxEntry | undefined): ToolboxTool | undefined {
  return entry === undefined ? undefined : Object.freeze({ name: entry.name, tool: entry.tool })
}

function insidesOf(box: Toolbox): ReadonlyMap<string, ToolboxEntry> {
  const entries = insides.get(box)
  if (entries === undefined) throw new TypeError(`A toolbox is needed to merge, not ${quote(box)}.`)
  return entries
}

function mergeInto(
  entries: Map<string, ToolboxEntry>,
  others: ReadonlyMap<string, ToolboxEntry>,
  replace: boolean,
): MergeReport {
  const shared = [...others.keys()].filter((name) => entries.has(name))
  const added = [...others.keys()].filter((name) => !entries.has(name))
  for (const [name, entry] of others) if (replace || !entries.has(name)) entries.set(name, entry)
  return Object.freeze({ added: Object.freeze(added), shared: Object.freeze(shared) })
}
