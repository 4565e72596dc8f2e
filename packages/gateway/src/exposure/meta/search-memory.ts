import { createAnalyzer, type HostAnswer } from '@toolscout/discovery/internal'
import type { ServedCall } from '@toolscout/model/internal'

/** Searches of one conversation that are remembered; one further back is another matter. */
const REMEMBERED = 8
let analyzer: ReturnType<typeof createAnalyzer> | undefined
/** Whom or what a job is for, as in `remind Anna` and `pay 4411`: other jobs for the same are other searches. */
const NAME = /(?<=\S\s+)\p{Lu}[\p{L}\p{M}]*/gu
const VALUE = /[\p{N}@/]/u

/** What was searched for, and what of it is not there. */
interface Past {
  readonly roots: ReadonlySet<string>
  readonly missing: ReadonlySet<string>
}

/** Lines of trouble that are remembered. */
const REMEMBERED_LINES = 32

/**
 * What conversations searched for without a sure answer, and which lines of trouble they have. Nothing of it outlives the
 * conversation.
 */
export class SearchMemory {
  readonly #conversations = new WeakMap<object, readonly Past[]>()
  readonly #told = new WeakMap<object, readonly string[]>()

  /** Those of the lines that the conversation does not have yet. */
  news(call: ServedCall, lines: readonly string[]): readonly string[] {
    const conversation = conversationOf(call)
    const told = conversation === undefined ? [] : (this.#told.get(conversation) ?? [])
    return lines.filter((line) => !told.includes(line))
  }

  /** Remembers that the conversation has these lines. */
  tell(call: ServedCall, lines: readonly string[]): void {
    const conversation = conversationOf(call)
    if (conversation === undefined || lines.length === 0) return
    const told = [...(this.#told.get(conversation) ?? []), ...lines]
    this.#told.set(conversation, told.slice(-REMEMBERED_LINES))
  }

  /** How often the conversation has searched for this without a sure answer, this time included; at least 1. */
  count(call: ServedCall, query: string, answer: Pick<HostAnswer, 'verdict' | 'unmatchedTerms'>): number {
    const { verdict, unmatchedTerms } = answer
    const conversation = conversationOf(call)
    if (conversation === undefined || verdict === undefined || verdict.level === 'strong') return 1
    const names = new Set((query.match(NAME) ?? []).map((name) => name.toLowerCase()))
    const things = unmatchedTerms.filter((term) => !VALUE.test(term) && !names.has(term.toLowerCase()))
    const missing = rootsOf([...(verdict.missing ?? []), ...things].join(' '))
    const asked: Past = { roots: rootsOf(query), missing }
    const before = this.#conversations.get(conversation) ?? []
    this.#conversations.set(conversation, [...before, asked].slice(-REMEMBERED))
    return 1 + before.filter((past) => isAlike(past, asked)).length
  }
}

function conversationOf({ conversation, client }: ServedCall): object | undefined {
  return conversation ?? client?.identity
}

/** Whether two searches share two thirds of the words of the shorter one, or something that is not there. */
function isAlike(left: Past, right: Past): boolean {
  const shared = [...left.roots].filter((root) => right.roots.has(root))
  if (shared.some((root) => left.missing.has(root) && right.missing.has(root))) return true
  return shared.length > 0 && 3 * shared.length >= 2 * Math.min(left.roots.size, right.roots.size)
}

/** The roots of the words of a text, but of stop words. In lower case, names such as `GitHub` are one word. */
export function rootsOf(text: string): ReadonlySet<string> {
  analyzer ??= createAnalyzer()
  const tokens = analyzer.analyze(text.toLowerCase()).flatMap((word) => word.tokens)
  return new Set(tokens.flatMap(({ term, root }) => (root ? term : [])))
}
