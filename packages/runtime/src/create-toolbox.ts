import { parseTool, type ToolResult, type ToolSet, toExportName } from '@toolscout/model'
import { checkTimeoutMs, listToolSet, quote, requireKnownMembers } from '@toolscout/model/internal'
import { callAll } from './call-all.ts'
import { CALL_OPTIONS, checkCallOptions } from './call-engine.ts'
import { createCallParts } from './call-parts.ts'
import { unknownTool } from './failure-result.ts'
import { toLocalHandler } from './local-handlers.ts'
import type { ReadResultOptions } from './result-page.ts'
import { type CallableTool, type CallParts, runCall } from './run-call.ts'
import type { CallAllOptions, CalledTool, CallOptions, ToolCall } from './tool-call.ts'
import { type CallEngineOptions, ENGINE_OPTIONS, type MergeReport, type Toolbox } from './toolbox.ts'

const ALL_OPTIONS = CALL_OPTIONS.filter((option) => !['toolCallId', 'idempotencyKey'].includes(option))

/** What is inside the toolboxes of this module, for {@link Toolbox.merge}. */
const insides = new WeakMap<Toolbox, ReadonlyMap<string, CallableTool>>()

/**
 * Creates an empty {@link Toolbox}.
 *
 * @throws TypeError for an option nobody reads, RangeError for a number out of range.
 */
export function createToolbox(options: CallEngineOptions = {}): Toolbox {
  requireKnownMembers('the options of a toolbox', options, ENGINE_OPTIONS)
  return boxOf(new Map(), createCallParts(options))
}

function boxOf(entries: Map<string, CallableTool>, parts: CallParts): Toolbox {
  const call = async (name: string, args?: unknown, options: CallOptions = {}): Promise<ToolResult> => {
    checkCallOptions(options)
    if (typeof name !== 'string') throw new TypeError(`A tool is called by its name, not by ${quote(name)}.`)
    const target = entries.get(name) ?? unknownTool(name, [...entries.keys()])
    return runCall(target, { args, parts, options })
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
    readResult: (handle: string, page: ReadResultOptions = {}) => parts.held.read(handle, page),
  } satisfies Toolbox)
  insides.set(box, entries)
  return box
}

function readEntry(entry: ReturnType<typeof listToolSet>[number]): CallableTool {
  const { tool } = parseTool(entry.definition)
  const isPlain = tool.namespace === undefined && tool.version === undefined
  return Object.freeze({
    name: isPlain ? tool.name : toExportName(tool.id),
    tool,
    handler: toLocalHandler(entry),
  })
}

function shown(entry: CallableTool | undefined): CalledTool | undefined {
  return entry === undefined ? undefined : Object.freeze({ name: entry.name, tool: entry.tool })
}

function insidesOf(box: Toolbox): ReadonlyMap<string, CallableTool> {
  const entries = insides.get(box)
  if (entries === undefined) throw new TypeError(`A toolbox is needed to merge, not ${quote(box)}.`)
  return entries
}

function mergeInto(
  entries: Map<string, CallableTool>,
  others: ReadonlyMap<string, CallableTool>,
  replace: boolean,
): MergeReport {
  const shared = [...others.keys()].filter((name) => entries.has(name))
  const added = [...others.keys()].filter((name) => !entries.has(name))
  for (const [name, entry] of others) if (replace || !entries.has(name)) entries.set(name, entry)
  return Object.freeze({ added: Object.freeze(added), shared: Object.freeze(shared) })
}
