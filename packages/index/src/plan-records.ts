import { type Backend, type CatalogRecord, type Tool, toToolJson } from '@toolscout/model'
import { backendKey, type CatalogToolChange, jsonEquals } from '@toolscout/model/internal'
import type { ToolChange } from './changes.ts'
import { jsonDifferences } from './json-difference.ts'
import type { Lookup, Plan } from './plan-changes.ts'
import { type RegisteredTool, toRegisteredTool } from './tool-tree.ts'

/** Plans to replace tools by their records. Deletes include ids that were unknown. */
export function planRecords(lookup: Lookup, records: readonly CatalogToolChange[]): Plan {
  const puts = new Map<string, RegisteredTool>()
  const deletes = new Set<string>()
  const changes: ToolChange[] = []
  for (const change of records) {
    const id = change.type === 'put' ? change.record.tool.id : change.id
    const known = deletes.has(id) ? undefined : (puts.get(id) ?? lookup(id))
    if (change.type === 'delete') {
      puts.delete(id)
      deletes.add(id)
      if (known !== undefined) changes.push({ type: 'removed', id, tool: known.tool })
      continue
    }
    const happened = known === undefined ? asRegistered(change.record) : asUpdated(known, change.record)
    if (happened.length === 0) continue
    deletes.delete(id)
    puts.set(id, toRegisteredTool(change.record.tool, change.record.backends, change.record.notes))
    changes.push(...happened)
  }
  return { puts, deletes, changes }
}

function asRegistered({ tool, backends }: CatalogRecord): readonly ToolChange[] {
  return backends.map((backend, i) =>
    i === 0 ? { type: 'registered', id: tool.id, tool, backend } : asOffered(tool, backend),
  )
}

function asUpdated(known: RegisteredTool, { tool, backends, notes }: CatalogRecord): readonly ToolChange[] {
  const { id } = tool
  const keys = new Set(backends.map(backendKey))
  const leaving = known.backends.filter((backend) => !keys.has(backendKey(backend)))
  const coming = backends.filter((backend) => !known.backends.some((other) => isEqual(other, backend)))
  const [before, after] = [toToolJson(known.tool), toToolJson(tool)]
  const differences = jsonEquals(before, after) ? [] : jsonDifferences(before, after)
  const happened: ToolChange[] = leaving.map((backend) => ({ type: 'backendRemoved', id, tool, backend }))
  const isReordered = backends.some(
    (backend, i) => known.backends[i] !== undefined && !isEqual(backend, known.backends[i]),
  )
  if (
    differences.length > 0 ||
    notes !== known.notes ||
    (isReordered && happened.length + coming.length === 0)
  )
    happened.push({ type: 'updated', id, tool, previous: known.tool, differences })
  return [...happened, ...coming.map((backend) => asOffered(tool, backend))]
}

function asOffered(tool: Tool, backend: Backend): ToolChange {
  return { type: 'updated', id: tool.id, tool, previous: tool, differences: [], backend }
}

function isEqual(a: Backend, b: Backend): boolean {
  return jsonEquals({ ...a }, { ...b })
}
