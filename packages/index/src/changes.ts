import { type Backend, type Tool, toToolJson } from '@toolscout/model'
import { backendKey, jsonEquals, quote, warnOfListener } from '@toolscout/model/internal'
import type { RegisteredTool } from './registered-tools.ts'
import { toRegisteredTool } from './tool-tree.ts'

/** One thing that happened to one tool. */
export type ToolChange =
  | { readonly type: 'registered'; readonly id: string; readonly tool: Tool; readonly backend: Backend }
  | {
      readonly type: 'updated'
      readonly id: string
      readonly tool: Tool
      readonly previous: Tool
      /** Members of the definition that differ; empty when only a backend or the notes changed. */
      readonly differences: readonly string[]
      /** The new backend, if there is one. */
      readonly backend?: Backend
    }
  | { readonly type: 'backendRemoved'; readonly id: string; readonly tool: Tool; readonly backend: Backend }
  | { readonly type: 'removed'; readonly id: string; readonly tool: Tool }
  /** The searcher was given all tools again; no tool changed. */
  | { readonly type: 'refreshed' }

/** What one call to the index changed. */
export interface ChangeEvent {
  /** Version of the index after the change. */
  readonly version: number
  /** In the order in which it happened, never empty. */
  readonly changes: readonly ToolChange[]
}

/** The outcome of registering a tool. */
export type Outcome = 'registered' | 'updated' | 'unchanged'

/** Looks up a tool as it is now. */
export type Lookup = (id: string) => RegisteredTool | undefined

/** Gathers what one call changes, before anything is touched. */
export class Plan {
  /** Tools as they will be. */
  readonly puts: Map<string, RegisteredTool> = new Map()
  /** Ids that will be gone; may include unknown ones. */
  readonly deletes: Set<string> = new Set()
  readonly changes: ToolChange[] = []
  readonly #lookup: Lookup

  constructor(lookup: Lookup) {
    this.#lookup = lookup
  }

  /** The tool as it will be. */
  get(id: string): RegisteredTool | undefined {
    return this.deletes.has(id) ? undefined : (this.puts.get(id) ?? this.#lookup(id))
  }

  /** Adds a tool, or replaces the one with its id where anything differs. */
  put(next: Omit<RegisteredTool, 'summary'>): Outcome {
    const { tool, backends, notes } = next
    const known = this.get(tool.id)
    const changes = known === undefined ? changesOfNew(next) : changesBetween(known, next)
    if (changes.length === 0) return 'unchanged'
    if (this.deletes.size > 0) this.deletes.delete(tool.id)
    this.puts.set(tool.id, toRegisteredTool(tool, backends, notes))
    for (const change of changes) this.changes.push(Object.freeze(change))
    return known === undefined ? 'registered' : 'updated'
  }

  /** Removes a tool with all its backends. */
  remove(id: string): void {
    const known = this.get(id)
    this.puts.delete(id)
    this.deletes.add(id)
    if (known !== undefined) this.changes.push(Object.freeze({ type: 'removed', id, tool: known.tool }))
  }

  /** Takes from each tool the backends that match; a tool left without any is removed. Returns the ids. */
  removeBackends(tools: Iterable<RegisteredTool>, matches: (backend: Backend) => boolean): readonly string[] {
    // The summary first: a stored definition would have to be read.
    const affected = [...tools].filter(({ summary }) => summary.backends.some(matches))
    for (const { tool, backends, notes } of affected) {
      const staying = backends.filter((backend) => !matches(backend))
      if (staying.length === 0) this.remove(tool.id)
      else this.put({ tool, backends: staying, notes })
    }
    return affected.map(({ summary }) => summary.id)
  }
}

function changesOfNew({ tool, backends }: Omit<RegisteredTool, 'summary'>): readonly ToolChange[] {
  return backends.map((backend, i) =>
    i === 0 ? { type: 'registered', id: tool.id, tool, backend } : offeredBy(tool, backend),
  )
}

function changesBetween(
  known: RegisteredTool,
  { tool, backends, notes }: Omit<RegisteredTool, 'summary'>,
): readonly ToolChange[] {
  const keys = new Set(backends.map(backendKey))
  const leaving = known.backends.filter((backend) => !keys.has(backendKey(backend)))
  const [first, ...others] = backends.filter((one) => !known.backends.some((own) => isEqual(own, one)))
  const differences = differingMembers(known.tool, tool)
  // Two backends of one server have the same key, so one of them may be gone where none is leaving.
  const isOtherwise =
    known.backends.length !== backends.length || backends.some((one, i) => !isEqual(one, known.backends[i]))
  const isReordered = leaving.length === 0 && isOtherwise
  const isUpdated = differences.length > 0 || notes !== known.notes || first !== undefined || isReordered
  const updated = { type: 'updated', id: tool.id, tool, previous: known.tool, differences } as const
  return [
    ...leaving.map((backend) => ({ type: 'backendRemoved', id: tool.id, tool, backend }) as const),
    ...(isUpdated ? [first === undefined ? updated : { ...updated, backend: first }] : []),
    ...others.map((backend) => offeredBy(tool, backend)),
  ]
}

function offeredBy(tool: Tool, backend: Backend): ToolChange {
  return { type: 'updated', id: tool.id, tool, previous: tool, differences: [], backend }
}

function isEqual(one: Backend, other: Backend | undefined): boolean {
  return jsonEquals({ ...one }, { ...other })
}

/** Names of the members in which two definitions differ. */
export function differingMembers(one: Tool, other: Tool): readonly string[] {
  if (one === other) return []
  const [before, after] = [toToolJson(one), toToolJson(other)]
  const members = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.freeze([...members].filter((member) => !jsonEquals(before[member], after[member])))
}

/** Called after the index is consistent, so it may read and change it. */
export type ChangeListener = (event: ChangeEvent) => void

/** Called for a listener that threw. */
export type ListenerErrorHandler = (error: unknown, event: ChangeEvent) => void

/**
 * Delivers events to listeners. Delivery is synchronous and in order even when a listener changes the index: what it
 * causes is delivered after the event it is handling. A listener that throws does not affect the others.
 */
export class ChangeFeed {
  // Wrapped, so that one function may subscribe twice and each subscription stop by itself.
  readonly #subscriptions = new Set<{ readonly listener: ChangeListener }>()
  readonly #queue: (() => void)[] = []
  readonly #onError: ListenerErrorHandler
  #isDelivering = false

  constructor(onError: ListenerErrorHandler = (error) => warnOfListener(error)) {
    this.#onError = onError
  }

  /** Delivers one event to all who listened when it happened; events come in the order of their versions. */
  publish(event: ChangeEvent): void {
    const receivers = [...this.#subscriptions]
    this.#queue.push(() => this.#deliver(event, receivers))
    if (this.#isDelivering) return
    this.#isDelivering = true
    try {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) next()
    } finally {
      this.#isDelivering = false
    }
  }

  /** Calls back for every event from now on; returns the way to stop, which may be called twice. */
  subscribe(listener: ChangeListener): () => void {
    if (typeof listener !== 'function')
      throw new TypeError(`A listener is a function, not ${quote(listener)}.`)
    const subscription = { listener }
    this.#subscriptions.add(subscription)
    return () => void this.#subscriptions.delete(subscription)
  }

  #deliver(event: ChangeEvent, receivers: readonly { readonly listener: ChangeListener }[]): void {
    for (const receiver of receivers) {
      if (!this.#subscriptions.has(receiver)) continue
      try {
        receiver.listener(event)
      } catch (error) {
        this.#onError(error, event)
      }
    }
  }
}
