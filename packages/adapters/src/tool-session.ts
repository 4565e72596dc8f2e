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

/** The tools of a session at one moment; the same object while nothing changed. */
export interface SessionTools {
  /** Every tool, in the order of the exposure. */
  readonly all: readonly ServedTool[]
  readonly byName: ReadonlyMap<string, ServedTool>
  /** Whether a tool is shown only after it was found in this session. */
  readonly isDeferred: (name: string) => boolean
}

/** Every option of a session, by name. */
const OPTIONS: { readonly [Option in keyof SessionOptions]-?: true } = { principal: true, unlocked: true }

/** What one conversation sees of an exposure, and what its searches have unlocked. */
export class ToolSession {
  /** Name of the tool that searches, where tools are found first. */
  readonly search: string | undefined
  readonly #exposure: Exposure
  readonly #principal: string
  readonly #given: ReadonlySet<string>
  readonly #unlocked: Set<string>
  #shown: ReadonlySet<string> | undefined
  #tools: SessionTools | undefined
  #active:
    | { readonly of: SessionTools; readonly size: number; readonly tools: readonly ServedTool[] }
    | undefined

  /** `more` are the options that an adapter has beside those of every session. @throws TypeError for an unknown one. */
  constructor(exposure: Exposure, options: SessionOptions, more: readonly string[] = []) {
    requireKnownMembers('the options of an adapter', options, [...Object.keys(OPTIONS), ...more])
    this.search = exposure.deferral?.search
    this.#exposure = exposure
    this.#principal = options.principal ?? ''
    this.#given = new Set(options.unlocked)
    this.#unlocked = new Set(options.unlocked)
  }

  /** The tools now; the same object while nothing changed. */
  tools(): SessionTools {
    const all = this.#exposure.list(this.#principal)
    const shown = this.#exposure.deferral?.shown(this.#principal)
    if (this.#tools !== undefined && sameTools(this.#tools.all, all) && sameNames(this.#shown, shown))
      return this.#tools
    this.#shown = shown
    this.#tools = Object.freeze({
      all,
      byName: new Map(all.map((tool) => [tool.name, tool])),
      isDeferred: (name: string) => shown !== undefined && !shown.has(name) && !this.#given.has(name),
    })
    return this.#tools
  }

  /**
   * The tools the model sees now: those that are shown from the beginning in the order of the exposure, then what was
   * unlocked in the order in which it was, so that what a provider caches stays a prefix. The same array while nothing
   * changed.
   */
  active(): readonly ServedTool[] {
    const of = this.tools()
    const { size } = this.#unlocked
    if (this.#active?.of !== of || this.#active.size !== size)
      this.#active = { of, size, tools: this.#activeOf(of) }
    return this.#active.tools
  }

  #activeOf({ all, byName }: SessionTools): readonly ServedTool[] {
    const shown = this.#shown
    if (shown === undefined) return all
    const found = [...this.#unlocked].filter((name) => !shown.has(name))
    return [...all.filter(({ name }) => shown.has(name)), ...found.flatMap((name) => byName.get(name) ?? [])]
  }

  /** Names that were unlocked, in order; {@link SessionOptions.unlocked} takes them to go on. */
  readonly unlocked = (): readonly string[] => [...this.#unlocked]

  /** How the tools want to be used. */
  readonly instructions = (): string | undefined => this.#exposure.instructions()

  /** Names of the deferred tools that a result of the search found, best first. */
  found(result: ToolResult): readonly string[] {
    const found = this.#exposure.deferral?.found(result, this.#principal) ?? []
    return found.filter(this.tools().isDeferred)
  }

  /** Runs a tool; what a search found, and what was called, is active from then on. Never rejects. */
  async call(name: string, args: unknown, options: SessionCallOptions = {}): Promise<ToolResult> {
    const { deferral } = this.#exposure
    const principal = this.#principal
    const { signal = new AbortController().signal, onProgress } = options
    try {
      const result = await this.#exposure.call(name, args, {
        principal,
        signal,
        onProgress,
        conversation: this,
      })
      if (name === deferral?.search)
        for (const found of deferral.found(result, principal)) this.#unlocked.add(found)
      else if (deferral !== undefined && result.structuredContent?.error !== 'TOOL_NOT_FOUND')
        this.#unlocked.add(name)
      return result
    } catch (error) {
      // An exposure that keeps its contract never rejects; the model gets an answer all the same.
      return errorResult(messageOf(error))
    }
  }
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
