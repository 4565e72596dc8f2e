import type { ToolHost } from '@toolscout/discovery'
import { firstSentence, type HostHit } from '@toolscout/discovery/internal'
import type { JsonObject } from '@toolscout/model'
import { canonicalJson, isJsonObject } from '@toolscout/model/internal'
import { foldedName } from '../../search-tools.ts'

/** Tools of other servers that a line names, and parameters that it tells apart by. */
const MAX_NAMED = 3

/** A hit, and what is to be said of tools of other servers that have its name or its description. */
export interface TwinnedHit<Hit extends HostHit = HostHit> {
  readonly hit: Hit
  /** Hits that are the same tool elsewhere, with the same parameters and the same first sentence. */
  readonly same: readonly Hit[]
  /** Hits elsewhere that have its name and differ. */
  readonly namesakes: readonly Hit[]
}

/**
 * Puts hits that are the same tool of several servers together, in the place of the best one, and notes which others have
 * the same name. Tools of one server are never joined.
 */
export function joinTwins<Hit extends HostHit>(
  host: ToolHost,
  hits: readonly Hit[],
  principal: string,
): readonly TwinnedHit<Hit>[] {
  const joined: { hit: Hit; same: Hit[]; namesakes: Hit[] }[] = []
  for (const hit of hits) {
    const elsewhere = joined.filter(
      (other) => serverOf(other.hit) !== serverOf(hit) && other.hit.summary.kind === hit.summary.kind,
    )
    const twin = elsewhere.find((other) => isSame(host, other.hit, hit, principal))
    if (twin !== undefined) {
      twin.same.push(hit)
      continue
    }
    elsewhere.find((other) => foldedName(other.hit) === foldedName(hit))?.namesakes.push(hit)
    joined.push({ hit, same: [], namesakes: [] })
  }
  return joined
}

/** Who reads of twins, and what else is shown. */
interface TwinReader {
  readonly shown: readonly TwinnedHit[]
  readonly nameOf: (id: string) => string
  readonly principal: string
}

/** What is said of the twins of a line, in brackets behind it; empty where there are none. `shown` are the tools with a line. */
export function twinText(
  host: ToolHost,
  { hit, same, namesakes }: TwinnedHit,
  { shown, nameOf, principal }: TwinReader,
): string {
  const first = shown.find(({ namesakes: others }) => others.includes(hit))?.hit
  const unshown = namesakes.filter((other) => !shown.some((line) => line.hit === other))
  const parts = [
    ...(same.length === 0 ? [] : [`the same: ${listNames(same, nameOf)}`]),
    ...(first === undefined ? [] : differences(host, hit, { first, name: nameOf(first.id), principal })),
    ...(unshown.length === 0 ? [] : [`same name: ${listNames(unshown, nameOf)}`]),
  ]
  return parts.length === 0 ? '' : ` [${parts.join('; ')}]`
}

function listNames(hits: readonly HostHit[], nameOf: (id: string) => string): string {
  const named = hits.slice(0, MAX_NAMED).map(({ id }) => nameOf(id))
  const more = hits.length - named.length
  return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`
}

/** Which parameters a tool has that its namesake does not have, and the other way round, or that they are the same. */
function differences(
  host: ToolHost,
  hit: HostHit,
  { first, name, principal }: { readonly first: HostHit; readonly name: string; readonly principal: string },
): readonly string[] {
  const own = Object.keys(propertiesOf(host, hit.id, principal))
  const other = Object.keys(propertiesOf(host, first.id, principal))
  const more = own.filter((parameter) => !other.includes(parameter)).slice(0, MAX_NAMED)
  const less = other.filter((parameter) => !own.includes(parameter)).slice(0, MAX_NAMED)
  if (own.length + other.length === 0) return []
  if (more.length + less.length === 0) return [`same parameters as ${name}`]
  const parts = [
    ...(more.length === 0 ? [] : [`has ${more.join(', ')}`]),
    ...(less.length === 0 ? [] : [`lacks ${less.join(', ')}`]),
  ]
  return [`unlike ${name} ${parts.join(', ')}`]
}

function isSame(host: ToolHost, left: HostHit, right: HostHit, principal: string): boolean {
  const sentence = firstSentence(left.summary.summary)
  if (sentence !== firstSentence(right.summary.summary)) return false
  if (sentence === '' && foldedName(left) !== foldedName(right)) return false
  const [one, two] = [left, right].map(({ id }) => parametersOf(host, id, principal))
  return one === two
}

/** The parameters of a tool as one text, without prose. */
function parametersOf(host: ToolHost, id: string, principal: string): string {
  const properties = Object.entries(propertiesOf(host, id, principal)).map(([name, schema]) => {
    const { type = null, enum: values = null } = isJsonObject(schema) ? schema : {}
    return [name, type, values]
  })
  const required = host.get(id, { principal })?.tool.inputSchema.required
  return canonicalJson([properties.sort(byName), Array.isArray(required) ? [...required].sort() : []])
}

function byName([left]: readonly unknown[], [right]: readonly unknown[]): number {
  return String(left) < String(right) ? -1 : 1
}

function propertiesOf(host: ToolHost, id: string, principal: string): JsonObject {
  const properties = host.get(id, { principal })?.tool.inputSchema.properties
  return isJsonObject(properties) ? properties : {}
}

function serverOf({ summary: { namespace = '' } }: HostHit): string {
  return namespace
}
