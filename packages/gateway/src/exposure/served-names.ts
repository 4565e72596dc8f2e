import type { ListedTool } from '@toolscout/discovery/internal'
import { isIdPart, MAX_EXPORT_NAME_LENGTH, sha256 } from '@toolscout/model/internal'

/** Names of tools as they are served, beside the tools. */
export interface ServedNames {
  /** In the order of the tools. */
  readonly entries: readonly { readonly name: string; readonly tool: ListedTool }[]
  readonly toolOf: (name: string) => ListedTool | undefined
}

/** How tools are named. */
export interface NamingOptions {
  /** `export`: see {@link ListedTool.exportName}. `short`: a tool's own name where that is legal and unique. */
  readonly style: 'export' | 'short'
  /** Names that stand for something else, in any case of letters. */
  readonly reserved: readonly string[]
}

const DIGEST_LENGTH = 8

/** Names tools so that no two are the same, whatever they call themselves, and none is reserved. */
export function nameTools(tools: readonly ListedTool[], { style, reserved }: NamingOptions): ServedNames {
  const taken = new Set(reserved.map(fold))
  const short = style === 'short' ? shortNames(tools, taken) : new Map<string, string>()
  for (const name of short.values()) taken.add(fold(name))
  const byName = new Map<string, ListedTool>()
  const entries = tools.map((tool) => {
    const name = short.get(tool.id) ?? freeName(tool, taken)
    taken.add(fold(name))
    byName.set(name, tool)
    return Object.freeze({ name, tool })
  })
  return Object.freeze({ entries: Object.freeze(entries), toolOf: (name: string) => byName.get(name) })
}

/** Clients may not tell names apart that differ in the case of letters alone. */
function fold(name: string): string {
  return name.toLowerCase()
}

function shortNames(
  tools: readonly ListedTool[],
  reserved: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const owners = new Map<string, number>()
  // A tool that calls itself what another is exported as would stand for the other in some lists and not in others.
  const exported = new Map(tools.map(({ id, exportName }) => [fold(exportName), id]))
  for (const { summary } of tools) owners.set(fold(summary.name), (owners.get(fold(summary.name)) ?? 0) + 1)
  const names = new Map<string, string>()
  for (const { id, summary } of tools) {
    const folded = fold(summary.name)
    const isFree = owners.get(folded) === 1 && (exported.get(folded) ?? id) === id && !reserved.has(folded)
    if (isFree && isIdPart(summary.name)) names.set(id, summary.name)
  }
  return names
}

function freeName({ id, exportName }: ListedTool, taken: ReadonlySet<string>): string {
  let name = exportName
  for (let digits = DIGEST_LENGTH; taken.has(fold(name)); digits += DIGEST_LENGTH) {
    const digest = sha256(id).slice(0, Math.min(digits, 48))
    name = `${exportName.slice(0, MAX_EXPORT_NAME_LENGTH - digest.length - 1)}_${digest}`
  }
  return name
}
