import { checkOptions, type OptionKind, takeCodePoints } from '@toolscout/model/internal'
import { type CatalogTool, sampleEvenly } from '../judgments/judgments.ts'
import { SEED } from '../statistics/numbers.ts'
import { createRandom, type Random } from '../statistics/random.ts'
import { fuseName, keyOfName, mistypeName, recaseName, spaceName } from './spelling.ts'

/** Options of {@link createProbes}. */
export interface ProbeOptions {
  /** Seed of slips and pairs. Default 1. Legal: integers 0 to 4,294,967,295. */
  readonly seed?: number | undefined
  /** Tools that are asked for, evenly spread over the catalog. Default: all. Legal: integers of 1 or more. */
  readonly limit?: number | undefined
}

const OPTIONS = {
  seed: SEED,
  limit: { least: 1, whole: true },
} satisfies { [Option in keyof ProbeOptions]-?: OptionKind }

type Spell = (tool: CatalogTool, random: Random) => string | undefined

/**
 * Other spellings of a name. They stand for every tool of that name, case and separators apart: a query
 * `sendmessage` may mean `send_message` as well as `sendMessage`, and catalogs hold both.
 */
const SPELLING_ARMS: { readonly [arm: string]: Spell } = {
  're-cased': ({ name }) => recaseName(name),
  spaced: ({ name }) => spaceName(name),
  fused: ({ name }) => fuseName(name),
  'one edit': ({ name }, random) => mistypeName(name, random),
  'two edits': ({ name }, random) => {
    const once = mistypeName(name, random)
    return once === undefined ? undefined : mistypeName(once, random)
  },
}
/** Spellings with the namespace, as clients write the tools of a server, which stand for the tool of that server. */
const PREFIXED_ARMS: { readonly [arm: string]: (namespace: string, name: string) => string } = {
  server__tool: (namespace, name) => `${namespace}__${name}`,
  mcp__server__tool: (namespace, name) => `mcp__${namespace}__${name}`,
  'server:tool': (namespace, name) => `${namespace}:${name}`,
  'server.tool': (namespace, name) => `${namespace}.${name}`,
}
/** How many words of a description people would type, and how many letters that are at most. */
const DESCRIPTION_WORDS = 8
const DESCRIPTION_LENGTH = 120
/** Hits in which both of two names, or a shortened description, must be found. */
const FIRST_HITS = 5

/**
 * Makes queries of a catalog that say by themselves what they must find, so that any catalog can be measured without
 * judgments: the names of its tools as they are, spelled in other ways, mistyped, prefixed, in a sentence,
 * two at a time, and the first words of the descriptions. A name is not asked for in a spelling that leaves it as it is, and a slip that
 * makes another tool's name is left out.
 *
 * Names are asked for by `===`; a prefixed name stands for that name in that namespace. Only other spellings and
 * slips stand for every tool whose name is the same without case and separators; what they would have to find by
 * `===` is `literal`.
 *
 * The same catalog and seed give the same probes.
 *
 * @throws TypeError for an unknown option, RangeError for one outside its range.
 */
export function createProbes(
  catalog: readonly CatalogTool[],
  options: ProbeOptions = {},
): readonly ProbeArm[] {
  checkOptions('the options of createProbes', options, OPTIONS)
  const { seed = 1, limit = Math.max(1, catalog.length) } = options
  const random = createRandom(seed)
  const tools = sampleEvenly(catalog, limit)
  const byName = groupIds(catalog, ({ name }) => name)
  const byKey = groupIds(catalog, ({ name }) => keyOfName(name))
  const first = { metric: 'hit@1', within: 1 }
  const spelled = Object.entries(SPELLING_ARMS).map(([arm, spell]) =>
    armOf({ name: arm, ...first }, tools, (tool) => {
      const text = spell(tool, random)
      if (text === undefined || text === tool.name) return undefined
      if (arm.includes('edit') && byKey.has(keyOfName(text))) return undefined
      return {
        text,
        expected: [idsOf(byKey, keyOfName(tool.name))],
        literal: [idsOf(byName, tool.name)],
      }
    }),
  )
  const byPlace = groupIds(catalog, placeOf)
  const prefixed = Object.entries(PREFIXED_ARMS).map(([arm, spell]) =>
    armOf({ name: arm, ...first }, tools, (tool) =>
      tool.namespace === undefined
        ? undefined
        : { text: spell(tool.namespace, tool.name), expected: [idsOf(byPlace, placeOf(tool))] },
    ),
  )
  const names = [...byName.keys()]
  const byDescription = groupIds(catalog, shortDescription)
  return [
    armOf({ name: 'exact', ...first }, tools, ({ name }) => ({
      text: name,
      expected: [idsOf(byName, name)],
    })),
    ...spelled,
    ...prefixed,
    armOf({ name: 'in a sentence', ...first }, tools, (tool) => {
      const spaced = spaceName(tool.name) ?? tool.name.toLowerCase()
      const text = random.below(2) === 0 ? `run the ${spaced} tool` : `please use the ${spaced} tool for this`
      return { text, expected: [idsOf(byKey, keyOfName(tool.name))] }
    }),
    armOf({ name: 'two names', metric: `both@${FIRST_HITS}`, within: FIRST_HITS }, tools, ({ name }) => {
      const other = names[random.below(names.length)] as string
      if (other === name) return undefined
      return { text: `${name} and ${other}`, expected: [idsOf(byName, name), idsOf(byName, other)] }
    }),
    armOf({ name: 'description', metric: `hit@${FIRST_HITS}`, within: FIRST_HITS }, tools, (tool) => {
      const text = shortDescription(tool)
      return text === '' ? undefined : { text, expected: [idsOf(byDescription, text)] }
    }),
  ]
}

function armOf(
  arm: Omit<ProbeArm, 'probes'>,
  tools: readonly CatalogTool[],
  toProbe: (tool: CatalogTool) => Probe | undefined,
): ProbeArm {
  return { ...arm, probes: tools.flatMap((tool) => toProbe(tool) ?? []) }
}

/** The first words of the description, without the dot that may end them. */
function shortDescription({ description = '' }: CatalogTool): string {
  const words = takeCodePoints(description.trim(), DESCRIPTION_LENGTH)
    .split(/\s+/)
    .slice(0, DESCRIPTION_WORDS)
  return words.join(' ').replace(/[.,;:]$/, '')
}

function placeOf({ namespace, name }: CatalogTool): string {
  return JSON.stringify([namespace, name])
}

function groupIds(
  tools: readonly CatalogTool[],
  keyOf: (tool: CatalogTool) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>()
  for (const tool of tools) {
    const group = groups.get(keyOf(tool)) ?? new Set<string>()
    groups.set(keyOf(tool), group.add(tool.id))
  }
  return groups
}

function idsOf(groups: ReadonlyMap<string, ReadonlySet<string>>, key: string): ReadonlySet<string> {
  return groups.get(key) ?? new Set()
}

/** A query made of a catalog itself, and what it must find. */
export interface Probe {
  readonly text: string
  /** The hits must hold one tool id of each of these sets, among the first {@link ProbeArm.within}. */
  readonly expected: readonly ReadonlySet<string>[]
  /** The same, stricter: only tools whose name is the one that was spelled in another way. Absent where both agree. */
  readonly literal?: readonly ReadonlySet<string>[] | undefined
}

/** Probes of one kind. */
export interface ProbeArm {
  /** Such as `one edit`. */
  readonly name: string
  /** What its rate is called: `hit@1`, `hit@5`, or `both@5` where two tools are asked for. */
  readonly metric: string
  /** How many hits are looked at: the number in the metric. */
  readonly within: number
  readonly probes: readonly Probe[]
}
