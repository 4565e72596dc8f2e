import type { Span } from './match-rules.ts'

/** Names of tools of other servers, in one spelling. */
export type ToolNames = Pick<ReadonlySet<string>, 'has'>

/** A name as texts write it: several words joined by `_`, `-` or a capital. */
const NAME =
  /(?<![A-Za-z0-9])(?:[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+|[A-Za-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+)/g
const MAY_NAME = /[A-Za-z0-9](?:[_-][A-Za-z0-9]|(?<=[a-z])[A-Z])/

/** Reads names; one that is a plain word, such as `search`, is hardly ever meant as a name. */
export function readToolNames(names: Iterable<string>): ToolNames {
  const known = new Set<string>()
  for (const name of names) if (MAY_NAME.test(name)) known.add(spellName(name))
  return known
}

/** All names but those of one server, whose texts are to be looked through. */
export function namesOfOthers(all: ToolNames, own: ToolNames): ToolNames {
  return { has: (name) => all.has(name) && !own.has(name) }
}

/** Where a text names tools, in order. */
export function findNames(text: string, names: ToolNames): readonly Span[] {
  if (!MAY_NAME.test(text)) return []
  const found: Span[] = []
  for (const { 0: name, index } of text.matchAll(NAME)) {
    if (names.has(spellName(name))) found.push([index, index + name.length])
  }
  return found
}

function spellName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase()
}
