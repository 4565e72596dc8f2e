import type { HostAnswer } from '@toolscout/discovery/internal'
import type { ServedCall } from '@toolscout/model/internal'

/** Searches of one conversation that are remembered; one further back is another matter. */
const REMEMBERED = 8
/** Words that say nothing of what is searched for. */
const SMALL_WORDS = new Set(
  'a an the my our me i we you it is are be do does how what which can could please to of in on at by for from with into and or not all any some this that these tool tools use using'.split(
    ' ',
  ),
)
/** Endings by which forms of one English word differ. */
const ENDING = /(?:ing|er|ed|es|s|e)$/

/** What was searched for, and what of it is not there. */
interface Past {
  readonly roots: ReadonlySet<string>
  readonly missing: ReadonlySet<string>
}

/** What conversations searched for without a sure answer. Nothing of it outlives the conversation. */
export class SearchMemory {
  readonly #conversations = new WeakMap<object, readonly Past[]>()

  /** How often the conversation has searched for this without a sure answer, this time included; at least 1. */
  count(call: ServedCall, query: string, answer: Pick<HostAnswer, 'verdict' | 'unmatchedTerms'>): number {
    const { verdict, unmatchedTerms } = answer
    const conversation = call.conversation ?? call.client?.identity
    if (conversation === undefined || verdict === undefined || verdict.level === 'strong') return 1
    const missing = rootsOf([...(verdict.missing ?? []), ...unmatchedTerms].join(' '))
    const asked: Past = { roots: rootsOf(query), missing }
    const before = this.#conversations.get(conversation) ?? []
    this.#conversations.set(conversation, [...before, asked].slice(-REMEMBERED))
    return 1 + before.filter((past) => isAlike(past, asked)).length
  }
}

/** Whether two searches share two thirds of the words of the shorter one, or something that is not there. */
function isAlike(left: Past, right: Past): boolean {
  const shared = [...left.roots].filter((root) => right.roots.has(root))
  if (shared.some((root) => left.missing.has(root) && right.missing.has(root))) return true
  return shared.length > 0 && 3 * shared.length >= 2 * Math.min(left.roots.size, right.roots.size)
}

/** Words of a text in lower case without endings; scripts without spaces give a root for each character. */
export function rootsOf(text: string): ReadonlySet<string> {
  const found =
    text.toLowerCase().match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu) ?? []
  return new Set(found.filter((word) => !SMALL_WORDS.has(word)).map(rootOf))
}

/** Two endings may follow each other, as in `orderings`. */
function rootOf(word: string): string {
  const shorter = (form: string): string => {
    const root = form.replace(ENDING, '')
    return root.length < 3 ? form : root
  }
  return shorter(shorter(word))
}
