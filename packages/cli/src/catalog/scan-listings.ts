import { type PoisonFinding, readToolNames, scanDefinition } from '@toolscout/guard'
import { idOfListed, namesOfOthers, type PoisonLevel, sayFinding } from '@toolscout/guard/internal'
import { groupBy, isJsonObject } from '@toolscout/model/internal'
import { shown } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'
import { namespaceOf, type ServerListing } from './kept-store.ts'

/** A definition whose texts look like orders to a model. Plain JSON, so that it can be kept. */
export interface SuspectTool {
  readonly id: string
  readonly level: PoisonLevel
  /** The heaviest of each code, heaviest first. */
  readonly findings: readonly PoisonFinding[]
}

/** Tools that are not clean, by id. */
export type SuspectTools = ReadonlyMap<string, SuspectTool>

/** Looks through definitions as their servers listed them, hidden characters included, as a gateway does. */
export function scanListings(listings: readonly ServerListing[]): SuspectTools {
  const groups = groupBy(listings, namespaceOf)
  const named = [...groups].map(([namespace, some]) => {
    const definitions = some.flatMap((one) => one.definitions)
    const names = definitions.flatMap((one) =>
      isJsonObject(one) && typeof one.name === 'string' ? one.name : [],
    )
    return { namespace, definitions, names: [...new Set(names)] }
  })
  const all = readToolNames(named.flatMap(({ names }) => names))
  const suspects = new Map<string, SuspectTool>()
  for (const { namespace, definitions, names } of named) {
    const otherTools = namesOfOthers(all, readToolNames(names))
    for (const definition of definitions) {
      if (!isJsonObject(definition)) continue
      const { level, findings } = scanDefinition(definition, { otherTools })
      const id = level === 'clean' ? undefined : idOfListed(definition, namespace || undefined)
      // Of two definitions of one name the first counts.
      if (id !== undefined && !suspects.has(id)) suspects.set(id, { id, level, findings })
    }
  }
  return suspects
}

/** A mark for a person: the level, what the heaviest finding says, and the words in question with their place. */
export function markOf({ level, findings }: SuspectTool, { palette }: Pick<Output, 'palette'>): string {
  const [heaviest] = findings
  const why = heaviest === undefined ? '' : ` ${shown(sayFinding(heaviest), 400)}`
  return `${(level === 'poisoned' ? palette.red : palette.yellow)(`! ${level}:`)}${why}`
}
