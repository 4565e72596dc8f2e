import type { Backend } from '@toolscout/model'
import { backendKey } from '@toolscout/model/internal'
import { type Plan, planBackendRemoval } from './plan-changes.ts'
import type { RegisteredTool } from './registered-tool.ts'
import type { ReadRegistrations } from './registration.ts'

/** Plans to take a backend from every tool that its complete listing does not name; what could not be read stays. */
export function planUnlisted(
  tools: Iterable<RegisteredTool>,
  backend: Backend,
  { offers, failures }: ReadRegistrations,
): Plan {
  const key = backendKey(backend)
  const listed = new Set(offers.map(({ tool }) => tool.id))
  const unread = new Set(failures.map(({ name }) => name))
  const isOwn = (own: Backend): boolean => backendKey(own) === key
  const unlisted = [...tools].filter(
    ({ summary: { id, name, backends } }) => backends.some(isOwn) && !listed.has(id) && !unread.has(name),
  )
  return planBackendRemoval(unlisted, isOwn)
}

/** Two plans about different tools, as one. */
export function joinPlans(first: Plan, second: Plan): Plan {
  return {
    puts: new Map([...first.puts, ...second.puts]),
    deletes: new Set([...first.deletes, ...second.deletes]),
    changes: [...first.changes, ...second.changes],
  }
}
