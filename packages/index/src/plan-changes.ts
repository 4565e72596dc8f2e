import { type Backend, type JsonValue, type Tool, toToolJson } from '@toolscout/model'
import { backendKey, jsonEquals, quote } from '@toolscout/model/internal'
import type { ToolChange } from './changes.ts'
import { jsonDifferences } from './json-difference.ts'
import { type RegisteredTool, toRegisteredTool } from './tool-tree.ts'

/** A change of the index, computed before anything is touched. */
export interface Plan {
  /** Tools as they will be. */
  readonly puts: ReadonlyMap<string, RegisteredTool>
  /** Ids that will be gone. */
  readonly deletes: ReadonlySet<string>
  readonly changes: readonly ToolChange[]
}

/** Looks up a tool as it is now. */
export type Lookup = (id: string) => RegisteredTool | undefined

/** A tool and a backend that offers it. */
export interface Offer {
  readonly tool: Tool
  readonly backend: Backend
  /** Notes the tool gets; `undefined` keeps what it has. */
  readonly notes?: string | undefined
}

/** Says why an offer conflicts with earlier ones; `undefined` when it does not. */
export type ConflictRule = (offer: Offer) => string | undefined

/** The outcome of registering a tool. */
export type Outcome = 'registered' | 'updated' | 'unchanged'

/**
 * Plans to register offers in order. A new id is registered; a known one is updated when its definition or notes
 * differ or the backend is new to it; otherwise nothing happens.
 */
export function planOffers(
  lookup: Lookup,
  offers: readonly Offer[],
): Plan & { readonly outcomes: readonly Outcome[] } {
  const puts = new Map<string, RegisteredTool>()
  const changes: ToolChange[] = []
  const outcomes = offers.map(({ tool, backend, notes }): Outcome => {
    const known = puts.get(tool.id) ?? lookup(tool.id)
    if (known === undefined) {
      puts.set(tool.id, toRegisteredTool(tool, [backend], notes ?? ''))
      changes.push({ type: 'registered', id: tool.id, tool, backend })
      return 'registered'
    }
    const before: JsonValue = toToolJson(known.tool)
    const after: JsonValue = toToolJson(tool)
    const isSame = jsonEquals(before, after)
    const key = backendKey(backend)
    const isKnownBackend = known.backends.some((other) => jsonEquals({ ...other }, { ...backend }))
    const isNoted = notes === undefined || notes === known.notes
    if (isSame && isKnownBackend && isNoted) return 'unchanged'
    const isOffered = known.backends.some((other) => backendKey(other) === key)
    const backends = isOffered
      ? known.backends.map((other) => (backendKey(other) === key ? backend : other))
      : [...known.backends, backend]
    puts.set(tool.id, toRegisteredTool(tool, backends, notes ?? known.notes))
    changes.push({
      type: 'updated',
      id: tool.id,
      tool,
      previous: known.tool,
      differences: isSame ? [] : jsonDifferences(before, after),
      ...(isKnownBackend ? {} : { backend }),
    })
    return 'updated'
  })
  return { puts, deletes: new Set(), changes, outcomes }
}

/** Plans to remove tools whole. */
export function planRemoval(tools: Iterable<RegisteredTool>): Plan {
  const deletes = new Set<string>()
  const changes: ToolChange[] = []
  for (const { tool } of tools) {
    deletes.add(tool.id)
    changes.push({ type: 'removed', id: tool.id, tool })
  }
  return { puts: new Map(), deletes, changes }
}

/** Plans to take from each tool the backends that match; a tool left without any is removed. */
export function planBackendRemoval(
  tools: Iterable<RegisteredTool>,
  matches: (backend: Backend) => boolean,
): Plan {
  const puts = new Map<string, RegisteredTool>()
  const deletes = new Set<string>()
  const changes: ToolChange[] = []
  for (const registered of tools) {
    // The summary first: a stored definition would have to be read.
    if (!registered.summary.backends.some(matches)) continue
    const { tool, backends, notes } = registered
    const leaving = backends.filter(matches)
    if (leaving.length === backends.length) {
      deletes.add(tool.id)
      changes.push({ type: 'removed', id: tool.id, tool })
      continue
    }
    puts.set(
      tool.id,
      toRegisteredTool(
        tool,
        backends.filter((backend) => !matches(backend)),
        notes,
      ),
    )
    for (const backend of leaving) changes.push({ type: 'backendRemoved', id: tool.id, tool, backend })
  }
  return { puts, deletes, changes }
}

/** Plans to give a tool other notes. */
export function planNotes({ tool, backends, notes: before }: RegisteredTool, notes: string): Plan {
  if (notes === before) return { puts: new Map(), deletes: new Set(), changes: [] }
  return {
    puts: new Map([[tool.id, toRegisteredTool(tool, backends, notes)]]),
    deletes: new Set(),
    changes: [{ type: 'updated', id: tool.id, tool, previous: tool, differences: [] }],
  }
}

/** An id appears once in a listing. */
export function refuseRepetition(): ConflictRule {
  const seen = new Set<string>()
  return ({ tool }) => {
    if (seen.has(tool.id))
      return `The tool ${quote(tool.name)} is listed more than once; the first one stays.`
    seen.add(tool.id)
    return undefined
  }
}

/** In a batch an id may have several backends, each once, but one definition. */
export function refuseContradiction(): ConflictRule {
  const seen = new Map<string, { readonly tool: Tool; readonly first: Backend; keys?: Set<string> }>()
  return ({ tool, backend }) => {
    const known = seen.get(tool.id)
    if (known === undefined) {
      seen.set(tool.id, { tool, first: backend })
      return undefined
    }
    if (!isSameTool(known.tool, tool)) {
      return `The id ${quote(tool.id)} has two definitions here; give one of them another name, namespace or version.`
    }
    const key = backendKey(backend)
    // Nearly every id appears once, and needs no keys.
    known.keys ??= new Set([backendKey(known.first)])
    if (known.keys.has(key)) {
      return `The tool ${quote(tool.id)} is here twice with one backend; leave one of them out.`
    }
    known.keys.add(key)
    return undefined
  }
}

/** A server may change only a tool that has no other backend. */
export function refuseOthersTools(lookup: Lookup, server: Backend): ConflictRule {
  const own = backendKey(server)
  return ({ tool }) => {
    const known = lookup(tool.id)
    if (known === undefined || known.backends.every((backend) => backendKey(backend) === own))
      return undefined
    if (isSameTool(known.tool, tool)) return undefined
    return `The id ${quote(tool.id)} belongs to a tool with another backend and another definition, which stays as it is.`
  }
}

function isSameTool(one: Tool, other: Tool): boolean {
  return one === other || jsonEquals(toToolJson(one), toToolJson(other))
}
