import type { ToolSummary } from '@toolscout/model'
import { nearestNames } from '@toolscout/model/internal'
import type { Catalog, CatalogOptions } from '../catalog/open-catalog.ts'
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

/** Rejects with `SERVER_NOT_FOUND`, naming the nearest, when one of the names is that of no server. */
export async function requireServers(names: readonly string[], { servers, broken }: Catalog): Promise<void> {
  const known = [...servers, ...broken].map(({ server }) => server)
  for (const name of names) {
    if (known.includes(name)) continue
    throw await serverNotFound(name, known)
  }
}

/** The error for an unknown server, which names the nearest. */
export async function serverNotFound(name: string, known: readonly string[]): Promise<Error> {
  // Loaded here, because everything that serves comes along.
  const { ServerNotFoundError } = await import('@toolscout/gateway')
  const near = nearestNames(name, known, { max: 3 })
  return new ServerNotFoundError(name, near.length === 0 ? known.slice(0, 3) : near)
}
