import { parseTool, type ToolResult, type ToolSet, toExportName } from '@toolscout/model'
import { checkOption, checkOptions, listToolSet, quote } from '@toolscout/model/internal'
import { callAll, checkCallOptions, checkReadOptions } from './call-engine.ts'
import { type CallParts, createCallParts } from './call-parts.ts'
import { suggestNames, unknownTool } from './failure-result.ts'
import type { ReadResultOptions, ResultPage } from './held-results.ts'
import { toLocalHandler } from './local-handlers.ts'
import { type CallableTool, runCall } from './run-call.ts'
import {
  type CallAllOptions,
  type CallEngineOptions,
  type CalledTool,
  type CallOptions,
  ENGINE_OPTIONS,
  type ToolCall,
  type ToolCallResult,
} from './tool-call.ts'

/** What became of the tools of another toolbox. */
export interface MergeReport {
  readonly added: readonly string[]
  /** Names that both had. */
  readonly shared: readonly string[]
}

/** Tools by name, and how they are run. */
export interface Toolbox {
  /** How many tools there are. */
  readonly size: () => number
  /**
   * Adds tools: a list, or a record from name to tool. One of a name that is there takes its place; of several with
   * one name the last counts. All or none.
   *
   * @throws InvalidToolError `INVALID_TOOL` naming what is wrong.
   */
  readonly register: (tools: ToolSet) => void
  /** The tool of exactly this name. */
  readonly get: (name: string) => CalledTool | undefined
  /** All tools in the order they came in, which only ever grows at its end; the list is the caller's own. */
  readonly list: () => CalledTool[]
  /** Adds the tools of another toolbox in its order. Where both have a name, `replace` says whose tool stays. Default true: the other's, in our place. */
  readonly merge: (other: Toolbox, options?: { readonly replace?: boolean | undefined }) => MergeReport
  /**
   * The tools of these names, in their order, as a toolbox that shares limits and held results with this one; names
   * that are unknown are left out. No names at all (`undefined`) is this toolbox itself, an empty list an empty one. What
   * is not in it can neither be listed nor called.
   */
  readonly filter: (names: readonly string[] | undefined) => Toolbox
  /**
   * Runs a tool. Whatever happens is a result: an unknown name, arguments that do not fit, a handler that throws, a
   * deadline, a caller who gives up. Those that are no result of the tool have `isError`, and `structuredContent` with
   * `error`, `tool` and `outcome`. Rejects only for options: a TypeError or RangeError.
   */
  readonly call: (name: string, args?: unknown, options?: CallOptions) => Promise<ToolResult>
  /** Runs the calls of one turn at the same time; the results are in the order of the calls. Rejects as `call` does. */
  readonly callAll: (
    calls: readonly ToolCall[],
    options?: CallAllOptions,
  ) => Promise<readonly ToolCallResult[]>
  /**
   * Reads on in a result that was cut, on behalf of the caller.
   *
   * @throws ResultNotFoundError `RESULT_NOT_FOUND`; RangeError for numbers out of range.
   */
  readonly readResult: (handle: string, page?: ReadResultOptions) => ResultPage
}

/** What is inside the toolboxes of this module, for {@link Toolbox.merge}. */
const insides = new WeakMap<Toolbox, ReadonlyMap<string, CallableTool>>()

/**
 * Creates an empty {@link Toolbox}.
 *
 * @throws TypeError for an unknown option, RangeError for a number out of range.
 */
export function createToolbox(options: CallEngineOptions = {}): Toolbox {
  checkOptions('the options of a toolbox', options, ENGINE_OPTIONS)
  return boxOf(new Map(), createCallParts(options))
}

function boxOf(entries: Map<string, CallableTool>, parts: CallParts): Toolbox {
  const call = async (name: string, args?: unknown, options: CallOptions = {}): Promise<ToolResult> => {
    checkCallOptions(options)
    if (typeof name !== 'string') throw new TypeError(`A tool is called by its name, not by ${quote(name)}.`)
    const target = entries.get(name) ?? unknownTool(name, suggestNames(name, [...entries.keys()]))
    return runCall(target, { args, parts, options })
  }
  const box: Toolbox = Object.freeze({
    size: () => entries.size,
    register: (tools) => {
      for (const entry of listToolSet(tools).map(readEntry)) entries.set(entry.name, entry)
    },
    get: (name) => shown(entries.get(name)),
    list: () => [...entries.values()].flatMap((entry) => shown(entry) ?? []),
    merge: (other, options = {}) => {
      checkOptions('the options of merge', options, { replace: 'boolean' })
      return mergeInto(entries, insidesOf(other), options.replace ?? true)
    },
    filter: (names) => {
      if (names === undefined) return box
      checkOption('names', names, 'texts')
      const asked = names.flatMap((name) => entries.get(name) ?? [])
      return boxOf(new Map(asked.map((entry) => [entry.name, entry])), parts)
    },
    call,
    callAll: (calls, options = {}) => callAll(calls, { options, call, get: (name) => entries.get(name) }),
    readResult: (handle, page = {}) => {
      checkReadOptions(page)
      return parts.held.read(handle, page)
    },
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
