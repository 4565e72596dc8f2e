import { type Exposure, errorResult, type ToolProgress, type ToolResult } from '@toolscout/model'
import { messageOf, requireKnownMembers, type ServedTool } from '@toolscout/model/internal'

/** What every adapter can be told of the conversation it serves. */
export interface SessionOptions {
  /** On whose behalf tools are listed and called. Default `''`: nobody in particular. */
  readonly principal?: string | undefined
  /**
   * Names of tools that are shown from the beginning although they could be found first, such as those an earlier part of
   * the conversation unlocked. Names that are not there are ignored. Default none.
   */
  readonly unlocked?: readonly string[] | undefined
}

/** What one call may be told. */
export interface SessionCallOptions {
  /** Ends the call when it aborts. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
  /** Hears how far the call has come. Default: nobody does. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
}

/** The options of a session by name, for adapters that take more. */
export const SESSION_OPTIONS: readonly string[] = Object.freeze(
  Object.keys({ principal: true, unlocked: true } satisfies { [Option in keyof SessionOptions]-?: true }),
)

/** What one conversation sees of an exposure, and what of it its searches have unlocked. */
export interface ToolSession {
  /** Every tool, in the order of the exposure. */
  readonly list: () => readonly ServedTool[]
  /**
   * The tools the model is to see now: those that are shown from the beginning in the order of the exposure, then what was
   * unlocked in the order in which it was, so that what a provider caches stays a prefix.
   */
  readonly active: () => readonly ServedTool[]
  /** Name of the tool that searches, where tools are found first. */
  readonly search: string | undefined
  /** Whether a tool is seen only after it was found in this session. */
  readonly isDeferred: (name: string) => boolean
  /** Names that were unlocked, in order; what {@link SessionOptions.unlocked} takes to go on with. */
  readonly unlocked: () => readonly string[]
  readonly unlock: (names: readonly string[]) => void
  /** Names of the tools that a result of the search found, best first. */
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
  const shown = (): ReadonlySet<string> | undefined => deferral?.shown(principal)
  const unlock = (names: readonly string[]): void => {
    for (const name of names) unlocked.add(name)
  }
  const session: ToolSession = {
    list: () => exposure.list(principal),
    active: () => {
      const tools = exposure.list(principal)
      const visible = shown()
      if (visible === undefined) return tools
      const byName = new Map(tools.map((tool) => [tool.name, tool]))
      const found = [...unlocked].filter((name) => !visible.has(name))
      return [
        ...tools.filter(({ name }) => visible.has(name)),
        ...found.flatMap((name) => byName.get(name) ?? []),
      ]
    },
    search: deferral?.search,
    isDeferred: (name) => deferral !== undefined && shown()?.has(name) !== true && !given.has(name),
    unlocked: () => [...unlocked],
    unlock,
    found: (result) => deferral?.found(result, principal) ?? [],
    call: async (name, args, { signal, onProgress } = {}) => {
      try {
        const call = { principal, signal: signal ?? new AbortController().signal, onProgress }
        const result = await exposure.call(name, args, call)
        if (name === deferral?.search) unlock(deferral.found(result, principal))
        else if (deferral !== undefined && result.structuredContent?.error !== 'TOOL_NOT_FOUND')
          unlock([name])
        return result
      } catch (error) {
        // An exposure that keeps its word does not; a model is owed an answer all the same.
        return errorResult(messageOf(error))
      }
    },
    instructions: exposure.instructions,
  }
  return Object.freeze(session)
}
