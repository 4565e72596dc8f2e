import type { ToolSummary } from '@toolscout/model'
import type { CatalogOptions } from '../catalog/open-catalog.ts'
import type { ListedOptions } from '../program/options.ts'

/** A tool as lists show it. */
export interface ShownTool {
  readonly id: string
  readonly server?: string | undefined
  readonly summary: string
}

/** What a list shows of a tool. */
export function summaryOf({ id, namespace, summary }: ToolSummary): ShownTool {
  return { id, ...(namespace === undefined ? {} : { server: namespace }), summary }
}

/** What of a command line chooses the catalog. */
export function toCatalogOptions({
  catalog,
  config,
  isolated,
  refresh,
  offline,
  maxAge,
}: ListedOptions): CatalogOptions {
  return { catalog, config, isolated, refresh, offline, maxAgeMs: maxAge }
}
