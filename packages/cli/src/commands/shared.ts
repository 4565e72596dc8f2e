import type { ToolSummary } from '@toolscout/model'
import { nearestNames } from '@toolscout/model/internal'

/** A tool as lists show it. */
export type ShownTool = Pick<ToolSummary, 'id' | 'summary'> & { readonly server: string | undefined }

/** What a list shows of a tool. */
export function summaryOf({ id, namespace: server, summary }: ToolSummary): ShownTool {
  return { id, server, summary }
}

/** Rejects with `SERVER_NOT_FOUND`, naming the nearest, when one of the names is that of no server. */
export async function requireServers(
  names: readonly string[] | undefined,
  servers: readonly { readonly name: string }[],
): Promise<void> {
  const known = servers.map(({ name }) => name)
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown === undefined) return
  // Loaded here, because everything that serves comes along.
  const { ServerNotFoundError } = await import('@toolscout/gateway')
  const near = nearestNames(unknown, known, { max: 3 })
  throw new ServerNotFoundError(unknown, near.length === 0 ? known.slice(0, 3) : near)
}
