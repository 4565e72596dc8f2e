import type { ToolHost } from '@toolscout/discovery'
import type { ListedTool } from '@toolscout/discovery/internal'
import type { Tool } from '@toolscout/model'
import { MAX_EXPORT_NAME_LENGTH, type ServedTool, sha256 } from '@toolscout/model/internal'
import { type RememberedNames, rememberNames } from './remembered-names.ts'

/** Tools of a host as they are served, each under a name of its own. */
export interface HostTools {
  /** All that exist for the caller, also those that are not shown. */
  readonly tools: readonly ListedTool[]
  /** In the order of the tools. */
  readonly served: readonly ServedTool[]
  readonly toolOf: ReadonlyMap<string, ListedTool>
  /** Names by the id of the tool. */
  readonly nameOf: ReadonlyMap<string, string>
  /** Names of those that are always visible. */
  readonly always: readonly string[]
}

/** The tools of a host, prompts and the like apart, that exist for a caller and are `shown`, under names that are not `reserved` in any case of letters. */
export function hostTools(
  host: ToolHost,
  reserved: readonly string[],
  shown: (tool: ListedTool) => boolean = () => true,
): RememberedNames<HostTools> {
  return rememberNames(host, (all, principal) => {
    const taken = new Set(reserved.map(fold))
    const tools = all.filter((entry) => entry.summary.kind === undefined && shown(entry))
    const nameOf = new Map(tools.map((tool) => [tool.id, takeName(tool, taken)]))
    const served = [...nameOf].flatMap(([id, name]) => {
      const registered = host.get(id, { principal })
      return registered === undefined ? [] : [toServedTool(registered.tool, name)]
    })
    const toolOf = new Map(tools.map((tool) => [nameOf.get(tool.id) ?? '', tool]))
    const always = tools.flatMap(({ id, alwaysVisible }) => (alwaysVisible ? (nameOf.get(id) ?? []) : []))
    return { tools: all, served, toolOf, nameOf, always }
  })
}

/** Clients may not tell names apart that differ in the case of letters alone. */
function fold(name: string): string {
  return name.toLowerCase()
}

const DIGEST_LENGTH = 8

/** No two tools have the same name, whatever they call themselves, and none has a reserved one. */
function takeName({ id, exportName }: ListedTool, taken: Set<string>): string {
  let name = exportName
  for (let digits = DIGEST_LENGTH; taken.has(fold(name)); digits += DIGEST_LENGTH) {
    const digest = sha256(id).slice(0, Math.min(digits, 48))
    name = `${exportName.slice(0, MAX_EXPORT_NAME_LENGTH - digest.length - 1)}_${digest}`
  }
  taken.add(fold(name))
  return name
}

/**
 * A tool as its server defined it, under the name it is served by. Members of the definition that this version has no
 * name for are left out: they may promise what a gateway does not do.
 */
export function toServedTool(tool: Tool, name: string): ServedTool {
  const { title, description, inputSchema, outputSchema, annotations, icons, _meta } = tool
  return Object.freeze({
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(icons === undefined ? {} : { icons }),
    ...(_meta === undefined ? {} : { _meta }),
  })
}
