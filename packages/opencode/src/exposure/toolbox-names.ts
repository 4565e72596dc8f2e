import type { ListedTool } from '@toolscout/gateway/internal'
import { groupBy, sha256 } from '@toolscout/model/internal'

/** Names of tools as opencode-toolbox has them, `<server>_<tool>`. */
export interface ToolboxNames {
  readonly nameOf: (id: string) => string | undefined
  /** Exactly the tool of a name; `undefined` for a name that several had and none got. */
  readonly toolOf: (name: string) => ListedTool | undefined
  /** Names several tools had, and what those are called instead. */
  readonly collisions: readonly { readonly name: string; readonly tools: readonly string[] }[]
  readonly names: readonly string[]
}

const DIGEST_LENGTH = 8

/**
 * Names tools. Where several would have one name (`a` with `b_c` and `a_b` with `c`), each gets a digest of its id
 * behind it, and none the name itself.
 */
export function toolboxNames(tools: readonly ListedTool[]): ToolboxNames {
  const groups = groupBy(tools, plainName)
  const byName = new Map<string, ListedTool>()
  for (const [name, [tool, ...others]] of groups) if (tool && others.length === 0) byName.set(name, tool)
  const collisions = [...groups].flatMap(([name, group]) => {
    if (group.length === 1) return []
    const given = group.map((tool) => {
      let digits = DIGEST_LENGTH
      const digest = (): string => `${name}_${sha256(tool.id).slice(0, digits)}`
      while (groups.has(digest()) || byName.has(digest())) digits += DIGEST_LENGTH
      byName.set(digest(), tool)
      return digest()
    })
    return [Object.freeze({ name, tools: Object.freeze(given) })]
  })
  const byId = new Map([...byName].map(([name, { id }]) => [id, name]))
  return {
    nameOf: (id) => byId.get(id),
    toolOf: (name) => byName.get(name),
    collisions,
    names: [...byName.keys()],
  }
}

function plainName({ summary: { namespace, name } }: ListedTool): string {
  return namespace === undefined ? name : `${namespace}_${name}`
}
