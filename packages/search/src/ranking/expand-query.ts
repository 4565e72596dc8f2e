import { type Analyzer, createAnalyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { loadEnglish } from '../english.ts'
import { builtInSynonyms, readSynonyms, type Synonyms } from '../synonyms/read-synonyms.ts'
import { splitSubqueries } from './boosts.ts'
import { Intents } from './intent.ts'
import { fuseWords, wordsOfValues } from './spelling.ts'

/** What words count beside one of the request: measured with PostgreSQL, whose best 200 are to hold our best ten. */
const WEIGHTS = { synonyms: 0.36, form: 0.42, verb: 0.36, value: 0.18, fused: 1 }
/** How much the synonyms of a word share one weight. */
const SHARING = 0.4

let english: { readonly analyzer: Analyzer; readonly synonyms: Synonyms } | undefined

/**
 * Words that mean what a request says, for an engine that knows none: synonyms, abbreviations and their long forms,
 * verbs of phrases, what values stand for, neighbours written as one word. Each has what it counts beside a word of the request, at most 1. They are
 * those of English, whether any tool holds them or not.
 */
export async function expandQuery(text: string): Promise<ReadonlyMap<string, number>> {
  await loadEnglish()
  english ??= readEnglish()
  const { analyzer, synonyms } = english
  const words = analyzer.analyze(text)
  const own = new Set(words.map((word) => word.text.toLowerCase()))
  const found = new Map<string, number>()
  const add = (others: readonly string[], weight: number): void => {
    for (const other of others) {
      if (!own.has(other)) found.set(other, Math.min(1, (found.get(other) ?? 0) + weight))
    }
  }
  const roots = rootsOf(words)
  for (const [start, root] of roots.entries()) {
    const written = synonyms.writtenFor(root)
    add(written, WEIGHTS.synonyms / written.length ** SHARING)
    for (const form of synonyms.formsAt(roots, start)) {
      const parts = form.written.trim().split(/\s+/)
      add(parts, WEIGHTS.form / parts.length)
    }
  }
  add(new Intents(splitSubqueries(text)).whole().phrased, WEIGHTS.verb)
  add(wordsOfValues(text), WEIGHTS.value)
  add(fuseWords(text, { holdsFused: () => true }), WEIGHTS.fused)
  return found
}

function readEnglish(): NonNullable<typeof english> {
  const analyzer = createAnalyzer()
  return { analyzer, synonyms: readSynonyms(builtInSynonyms(), analyzer, true) }
}
