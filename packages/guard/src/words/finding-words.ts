import { parseTool } from '@toolscout/model'
import { ENTRY_KINDS } from '@toolscout/model/internal'

/** What each code says, in words that go on after "it". */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['GIVES_ORDERS', 'reads like an order to a model'],
  ['OVERRIDES_INSTRUCTIONS', 'says that other instructions do not count'],
  ['SPEAKS_AS_SYSTEM', 'speaks as the system'],
  ['KEEPS_FROM_USER', 'keeps something from the user'],
  ['SKIPS_CONSENT', 'leaves out consent'],
  ['SHAPES_ANSWERS', 'shapes answers to the user'],
  ['SECRET_FILES', 'names files that hold secrets'],
  ['CREDENTIALS', 'asks for credentials'],
  ['CONVERSATION', 'asks for the conversation'],
  ['SIDE_CHANNEL', 'puts data into a side parameter'],
  ['SENDS_AWAY', 'sends data away'],
  ['REROUTES', 'reroutes what is sent'],
  ['RUNS_COMMANDS', 'has commands run'],
  ['CALLS_ITSELF', 'demands to be called first'],
  ['REPLACES_OTHERS', 'demands to be used instead of others'],
  ['SPEAKS_FOR_OTHERS', 'says how the tools of another server are used'],
  ['PRESSES', 'threatens or presses'],
  ['ENCODED_TEXT', 'holds encoded text'],
  ['HIDDEN_TEXT', 'holds hidden characters'],
  ['IMITATES', 'has the name and nearly the text of a trusted tool of another server'],
  ['UNREAD_TEXT', 'was not read whole'],
])

/** What a code of a finding says, in plain words. */
export function wordsOfCode(code: string): string {
  return WORDS.get(code) ?? code.toLowerCase().replaceAll('_', ' ')
}

/** A finding in one line: what it says, the words in question, and where they are. */
export function sayFinding({
  code,
  where,
  excerpt,
}: {
  readonly code: string
  readonly where: string
  readonly excerpt: string
}): string {
  return `${wordsOfCode(code)}: "${excerpt}" at ${where === '' ? 'the definition' : where}`
}

/** The id that a definition gets when its server lists it; `undefined` for one whose name is none. */
export function idOfListed(
  { name, kind }: { readonly [member: string]: unknown },
  server: string | undefined,
): string | undefined {
  const known = ENTRY_KINDS.find((one) => one === kind)
  try {
    return parseTool({ name, kind: known, inputSchema: { type: 'object' } }, { namespace: server }).tool.id
  } catch {
    return undefined
  }
}
