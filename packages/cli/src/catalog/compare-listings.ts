import {
  addImitation,
  idOfListed,
  isImitation,
  type ServerOverlap,
  type ToolOfServer,
  type ToolTwins,
  TwinFinder,
} from '@toolscout/guard/internal'
import { isJsonObject } from '@toolscout/model/internal'
import { listed, numberOf } from '../terminal/columns.ts'
import { namespaceOf, type ServerListing } from './kept-store.ts'
import type { SuspectTools } from './scan-listings.ts'

/** Tools of two servers that have something in common. Plain JSON, so that it can be kept. */
export interface ListedTwins extends ToolTwins {
  /** Whether one of them imitates the other, should somebody trust that one. */
  readonly mayImitate: boolean
}

/** Finds what the tools of servers have in common, by their names and descriptions. */
export function compareListings(listings: readonly ServerListing[]): readonly ListedTwins[] {
  const tools = new Map<string, ToolOfServer>()
  const finder = new TwinFinder()
  for (const listing of listings) {
    const { definitions } = listing
    const server = namespaceOf(listing)
    const own = definitions.flatMap((one) => {
      if (!isJsonObject(one) || typeof one.name !== 'string') return []
      const { name, kind, description } = one
      return [{ name, kind, description: typeof description === 'string' ? description : undefined }]
    })
    const names = own.map(({ name }) => name)
    for (const { name, kind, description } of own) {
      const id = idOfListed({ name, kind }, server || undefined)
      // Of two definitions of one name the first counts.
      if (id === undefined || tools.has(id)) continue
      tools.set(id, { server, name, description, names })
      finder.add({ id, server, name, description })
    }
  }
  return finder.found().map((twins) => {
    const [one, other] = twins.tools.map((id) => tools.get(id)) as [ToolOfServer, ToolOfServer]
    const mayImitate = twins.sameName && twins.sameText && isImitation(one, other)
    return { ...twins, mayImitate }
  })
}

/** Suspects with those tools that imitate one which was approved, and were not approved themselves; as a gateway finds them. */
export function withImitations(
  suspects: SuspectTools,
  twins: readonly ListedTwins[],
  approved: ReadonlySet<string>,
): SuspectTools {
  const all = new Map(suspects)
  for (const { tools, mayImitate } of twins) {
    const [one, other] = tools
    const ways = [tools, [other, one]] as const
    for (const [id, original] of mayImitate ? ways : []) {
      if (approved.has(id) || !approved.has(original)) continue
      const { level, findings } = addImitation(
        { score: 0, level: 'clean', findings: [], ...all.get(id) },
        original,
      )
      all.set(id, { id, level, findings })
    }
  }
  return all
}

/** Pairs of servers that are named; the rest is counted. */
const MAX_OVERLAPS = 5

/** What each two servers have in common, a line a pair: for information, because honest servers have, too. */
export function overlapLines(overlaps: readonly ServerOverlap[]): readonly string[] {
  const lines = overlaps.slice(0, MAX_OVERLAPS).map(({ servers, sameNames, sameTexts, example }) => {
    const has = `${numberOf(sameNames, 'tool', 'tools')} of the same name and ${sameTexts} with nearly the same text`
    return `${servers.join(' and ')} have ${has}, such as ${example.join(' and ')}.`
  })
  const left = overlaps.length - lines.length
  return left === 0 ? lines : [...lines, `${left} more pairs of servers have less in common.`]
}

/** What tools of other servers have in common with one, a line for those of the same name and one for those of the same text. */
export function twinLines(id: string, twins: readonly ToolTwins[]): readonly string[] {
  const own = twins.filter(({ tools }) => tools.includes(id))
  const named = (some: readonly ToolTwins[]): string =>
    listed(some.map(({ tools: [one, other] }) => (one === id ? other : one)))
  const [both, names, texts] = [
    own.filter(({ sameName, sameText }) => sameName && sameText),
    own.filter(({ sameText }) => !sameText),
    own.filter(({ sameName }) => !sameName),
  ] as const
  return [
    ...(both.length === 0 ? [] : [`same name and nearly the same text: ${named(both)}`]),
    ...(names.length === 0 ? [] : [`same name: ${named(names)}`]),
    ...(texts.length === 0 ? [] : [`nearly the same text: ${named(texts)}`]),
  ]
}
