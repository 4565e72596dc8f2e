import { type Backend, type JsonValue, type Tool, toToolJson } from '@toolscout/model'
import { backendKey, jsonEquals } from '@toolscout/model/internal'
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
