import { type Exposure, errorResult, type ToolResult } from '@toolscout/model'
import { messageOf, requireKnownMembers, type ServedTool, type ToolProgress } from '@toolscout/model/internal'

/** Options that every adapter takes about the conversation it serves. */
export interface SessionOptions {
  /** On whose behalf tools are listed and called. Default `''`: no particular caller. */
  readonly principal?: string | undefined
  /**
   * Names of tools that are shown from the beginning although they could be found first, such as those an earlier part of
   * the conversation unlocked. Unknown names are ignored. Default none.
   */
  readonly unlocked?: readonly string[] | undefined
}

/** Options of one call. */
export interface SessionCallOptions {
  /** Ends the call when it aborts. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
  /** Receives progress reports of the call. Default: they are dropped. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
}

/** The options of a session by name, for adapters that take more. */
export const SESSION_OPTIONS: readonly string[] = Object.freeze(
  Object.keys({ principal: true, unlocked: true } satisfies { [Option in keyof SessionOptions]-?: true }),
)

/** The tools of a session at one moment; the same object while nothing changed. */
export interface SessionTools {
  /** Every tool, in the order of the exposure. */
  readonly all: readonly ServedTool[]
  readonly byName: ReadonlyMap<string, ServedTool>
  /** Whether a tool is shown only after it was found in this session. */
  readonly isDeferred: (name: string) => boolean
}

/** What one conversation sees of an exposure, and what its searches have unlocked. */
export interface ToolSession {
  readonly tools: () => SessionTools
  /**
   * The tools the model sees now: those that are shown from the beginning in the order of the exposure, then what was
   * unlocked in the order in which it was, so that what a provider caches stays a prefix. The same array while nothing
   * changed.
   */
  readonly active: () => readonly ServedTool[]
  /** Name of the tool that searches, where tools are found first. */
  readonly search: string | undefined
  /** Names that were unlocked, in order; {@link SessionOptions.unlocked} takes them to go on. */
  readonly unlocked: () => readonly string[]
  /** Names of the deferred tools that a result of the search found, best first. */
  readonly found: (result: ToolResult) => readonly string[]
  /** Runs a tool; what a search found, and what was called, is active from then on. Never rejects. */
  readonly call: (name: string, args: unknown, options?: SessionCallOptions) => Promise<ToolResult>
  readonly instructions: () => string | undefined
}

/** Begins what one conversation sees of an exposure. */
export function createToolSession(exposure: Exposure, options: SessionOptions = {}): ToolSession {
  requireKnownMembers('the options of a tool session', options, SESSION_OPTIONS)
  const { principal = '', unlocked: before = [] } = options
  const { deferral } = exposure
  const given: ReadonlySet<string> = new Set(before)
  const unlocked = new Set<string>(before)
  let listed: readonly ServedTool[] = []
  let shown: ReadonlySet<string> | undefined
  let tools: SessionTools | undefined
  let active:
    | { readonly of: SessionTools; readonly size: number; readonly tools: readonly ServedTool[] }
    | undefined

  const current = (): SessionTools => {
    const list = exposure.list(principal)
    const visible = deferral?.shown(principal)
    if (tools !== undefined && sameTools(listed, list) && sameNames(shown, visible)) return tools
    listed = list
    shown = visible
    tools = Object.freeze({
      all: list,
      byName: new Map(list.map((tool) => [tool.name, tool])),
      isDeferred: (name: string) => visible !== undefined && !visible.has(name) && !given.has(name),
    })
    return tools
  }
  const activeOf = ({ all, byName }: SessionTools): readonly ServedTool[] => {
    if (shown === undefined) return all
    const visible = shown
    const found = [...unlocked].filter((name) => !visible.has(name))
    return [
      ...all.filter(({ name }) => visible.has(name)),
      ...found.flatMap((name) => byName.get(name) ?? []),
    ]
  }
  return Object.freeze({
    tools: current,
    active: () => {
      const of = current()
      if (active?.of !== of || active.size !== unlocked.size)
        active = { of, size: unlocked.size, tools: activeOf(of) }
      return active.tools
    },
    search: deferral?.search,
    unlocked: () => [...unlocked],
    found: (result) => (deferral?.found(result, principal) ?? []).filter(current().isDeferred),
    call: async (name, args, { signal, onProgress } = {}) => {
      try {
        const call = { principal, signal: signal ?? new AbortController().signal, onProgress }
        const result = await exposure.call(name, args, call)
        if (name === deferral?.search)
          for (const found of deferral.found(result, principal)) unlocked.add(found)
        else if (deferral !== undefined && result.structuredContent?.error !== 'TOOL_NOT_FOUND')
          unlocked.add(name)
        return result
      } catch (error) {
        // An exposure that keeps its contract never rejects; the model gets an answer all the same.
        return errorResult(messageOf(error))
      }
    },
    instructions: exposure.instructions,
  } satisfies ToolSession)
}

/** Makes a value of an object once, and again when the object is another. */
export function rememberFor<K extends object, T>(make: (key: K) => T): (key: K) => T {
  let last: { readonly key: K; readonly value: T } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) }
    return last.value
  }
}

function sameTools(left: readonly ServedTool[], right: readonly ServedTool[]): boolean {
  return left === right || (left.length === right.length && left.every((tool, i) => sameTool(tool, right[i])))
}

/** Definitions are frozen, so equal members are the same objects. */
function sameTool(left: ServedTool, right: ServedTool | undefined): boolean {
  if (left === right) return true
  if (right === undefined || Object.keys(left).length !== Object.keys(right).length) return false
  return Object.entries(left).every(([member, value]) => Reflect.get(right, member) === value)
}

function sameNames(left: ReadonlySet<string> | undefined, right: ReadonlySet<string> | undefined): boolean {
  if (left === right) return true
  return left !== undefined && right?.size === left.size && [...left].every((name) => right.has(name))
}
