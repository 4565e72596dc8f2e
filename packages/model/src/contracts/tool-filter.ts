import { checkOption, checkOptions, type OptionKind } from '../internal/options.ts'
import { quote } from '../internal/text/foreign-text.ts'
import { normalizeTag } from '../tool/tags.ts'
import type { EntryKind } from '../tool/tool.ts'
import { BACKEND_KINDS, type BackendKind, ENTRY_KINDS, type ToolSummary } from '../tool/tool-entry.ts'
import { toIdPart } from '../tool/tool-id.ts'

/**
 * Which tools may be in an answer. All members that are there must hold; within a list any one suffices. An
 * absent member restricts nothing, an empty list lets nothing through.
 */
export interface ToolFilter {
  /** Kinds of entries: `tool`, `prompt`, `resource`, `skill`. */
  readonly kinds?: readonly EntryKind[] | undefined
  /** Namespaces, as given or in their id form; `''` stands for tools without one. */
  readonly namespaces?: readonly string[] | undefined
  /** Tags and categories are compared in normalised form, so `Web Search` finds `web-search`. */
  readonly tags?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  readonly capabilities?: readonly string[] | undefined
  /** Kinds of backend of which the tool has at least one. */
  readonly backends?: readonly BackendKind[] | undefined
  /** MCP servers of which at least one offers the tool. */
  readonly servers?: readonly string[] | undefined
  /** True: only tools that say they change nothing. False: only tools that do not say so. */
  readonly readOnly?: boolean | undefined
  /** True: only tools that may destroy something, MCP's default for those that say nothing. False: the others. */
  readonly destructive?: boolean | undefined
  /** Whose eyes the answer is for. */
  readonly visibility?: ToolVisibility | undefined
}

/** Which tools somebody may know of, where that is more than data can say. */
export interface ToolVisibility {
  /** Identifies the caller: a cursor is valid only for the key it was made for. */
  readonly key: string
  /** Whether the tool exists for the caller. Must not throw; a search asks about each tool once, from the best on. */
  readonly allows: (tool: ToolSummary) => boolean
}

/** What filters look at in a tool, but for those that are functions. A summary has it, too. */
export interface ToolFacts {
  readonly kind?: EntryKind | undefined
  readonly namespace?: string | undefined
  readonly tags: readonly string[]
  readonly category?: string | undefined
  readonly capabilities?: readonly string[] | undefined
  readonly annotations?:
    | { readonly readOnlyHint?: boolean | undefined; readonly destructiveHint?: boolean | undefined }
    | undefined
  readonly backends: readonly { readonly kind: BackendKind; readonly server?: string | undefined }[]
}

/** Facts that tools have in common, such as most tools of a server: a filter looks at them once. */
export class CommonFacts implements ToolFacts {
  declare readonly kind?: EntryKind
  declare readonly namespace?: string
  declare readonly tags: readonly string[]
  declare readonly category?: string
  declare readonly capabilities?: readonly string[]
  declare readonly annotations?: NonNullable<ToolFacts['annotations']>
  declare readonly backends: ToolFacts['backends']

  constructor(facts: ToolFacts) {
    Object.assign(this, facts)
  }
}

/** Says of one tool whether it passes. */
export type ToolPredicate = (tool: ToolSummary) => boolean

/** Says of what is known of a tool whether it passes. */
export type FactsPredicate = (tool: ToolFacts) => boolean

/**
 * Prepares a filter for use on many tools: names are normalised once. An absent or empty filter gives a
 * predicate that lets everything through.
 *
 * @throws TypeError for a member that no filter has, or that is of the wrong type.
 */
export function compileFilter(filter: ToolFilter | undefined): ToolPredicate {
  if (filter === undefined) return () => true
  const known = compileKnown(filter)
  const { visibility } = filter
  return visibility === undefined ? known : (tool) => known(tool) && visibility.allows(tool)
}

/** As `compileFilter`, for all but the visibility. Facts that tools have in common are looked at once. */
export function compileKnown(filter: ToolFilter): FactsPredicate {
  checkFilter(filter)
  const tests: FactsPredicate[] = []
  const anyOf = (
    wanted: readonly string[] | undefined,
    read: (tool: ToolFacts) => readonly string[],
  ): void => {
    if (wanted === undefined) return
    const set = new Set(wanted)
    tests.push((tool) => read(tool).some((value) => set.has(value)))
  }
  anyOf(filter.kinds, ({ kind = 'tool' }) => [kind])
  anyOf(filter.namespaces?.map(namespaceKey), (tool) => [namespaceKey(tool.namespace ?? '')])
  anyOf(filter.tags?.map(normalizeTag), (tool) => tool.tags)
  anyOf(filter.categories?.map(normalizeTag), (tool) => [normalizeTag(tool.category ?? '')])
  anyOf(filter.capabilities?.map(normalizeTag), (tool) => tool.capabilities ?? [])
  anyOf(filter.backends, (tool) => tool.backends.map((backend) => backend.kind))
  // Of no other kind of backend there is a server.
  anyOf(filter.servers, (tool) => tool.backends.flatMap(({ server }) => server ?? []))
  if (filter.readOnly !== undefined) tests.push((tool) => isReadOnly(tool) === filter.readOnly)
  if (filter.destructive !== undefined) tests.push((tool) => isDestructive(tool) === filter.destructive)
  const passes: FactsPredicate = (tool) => tests.every((test) => test(tool))
  const answers = new Map<ToolFacts, boolean>()
  return (tool) => {
    const known = answers.get(tool)
    if (known !== undefined) return known
    const answer = passes(tool)
    if (tool instanceof CommonFacts) answers.set(tool, answer)
    return answer
  }
}

const MEMBERS: { readonly [member in keyof ToolFilter]-?: OptionKind } = {
  kinds: 'texts',
  namespaces: 'texts',
  tags: 'texts',
  categories: 'texts',
  capabilities: 'texts',
  backends: 'texts',
  servers: 'texts',
  readOnly: 'boolean',
  destructive: 'boolean',
  visibility: { functions: ['allows'] },
}

function checkFilter(filter: ToolFilter): void {
  checkOptions('a filter', filter, MEMBERS)
  const { kinds, backends, visibility } = filter
  requireOneOf('kind', kinds, ENTRY_KINDS)
  requireOneOf('kind of backend', backends, BACKEND_KINDS)
  if (visibility !== undefined) checkOption('key of the visibility', visibility.key, 'string')
}

function requireOneOf(what: string, given: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = given?.find((one) => !known.includes(one))
  if (unknown === undefined) return
  throw new TypeError(`A filter has the ${what} ${quote(unknown)}; there are ${known.join(', ')}.`)
}

/** Whether a filter restricts anything at all. */
export function isEmptyFilter(filter: ToolFilter | undefined): boolean {
  return filter === undefined || Object.values(filter).every((value) => value === undefined)
}

/** A tool is read-only when it says so; saying nothing means that it may change things (MCP's default). */
function isReadOnly(tool: ToolFacts): boolean {
  return tool.annotations?.readOnlyHint === true
}

/** A tool may destroy something unless it says that it is read-only or not destructive (MCP's default). */
function isDestructive(tool: ToolFacts): boolean {
  return !isReadOnly(tool) && tool.annotations?.destructiveHint !== false
}

/** The namespace as ids have it. */
export function namespaceKey(namespace: string): string {
  return namespace === '' ? '' : toIdPart(namespace)
}
