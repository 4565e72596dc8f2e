import {
  compileFilter,
  type Degradation,
  type Hit,
  isEmptyFilter,
  SEARCH_FIELDS,
  type SearchDocument,
  type Searcher,
  type SearchField,
  type SearchRequest,
  type ToolSummary,
} from '@toolscout/model'
import { type Analyzer, createAnalyzer } from './analysis/analyzer.ts'
import { unmatchedTerms } from './analysis/unmatched-terms.ts'
import { type Bm25fOptions, resolveBm25f } from './kernel/bm25f.ts'
import { createInvertedIndex } from './kernel/inverted-index.ts'
import { bestOfBoard } from './kernel/top-k.ts'
import { boundFields } from './lexical/bound-fields.ts'
import { createCopies } from './lexical/copies.ts'
import { createLengths } from './lexical/lengths.ts'
import { createNameTable } from './lexical/name-table.ts'
import { MAX_WORDS } from './lexical/query-terms.ts'
import { createRanker, type Ranking } from './lexical/ranking.ts'
import { createServers } from './lexical/servers.ts'
import { LEXICAL_BM25F, type RankingOptions, resolveSignals } from './lexical/signals.ts'
import { createSuppliers } from './lexical/suppliers.ts'
import { createVocabulary } from './lexical/vocabulary.ts'
import { BUILT_IN_SYNONYMS } from './lexicon/built-in-synonyms.ts'
import { type Lexicon, readLexicon } from './lexicon/read-lexicon.ts'
import { JUDGED_HITS } from './verdict/evidence.ts'
import { createJudge } from './verdict/judge.ts'
import { resolveThresholds, type VerdictOptions } from './verdict/thresholds.ts'

/** Fields whose neighbouring words are found as pairs; elsewhere neighbours stand together by chance. */
const PAIRED_FIELDS: readonly SearchField[] = ['name', 'title', 'description']

/** Places of the fields that say what a tool is. */
const WORDING: readonly number[] = (['name', 'description', 'parameters'] as const).map((field) =>
  SEARCH_FIELDS.indexOf(field),
)

const LONG_QUERY: Degradation = Object.freeze({
  arm: 'lexical',
  reason: `The query has more than ${MAX_WORDS} different words; those after them were not looked for.`,
})

/** What {@link createLexicalSearcher} can be told. Defaults of BM25F are those of {@link LEXICAL_BM25F}. */
export interface LexicalSearcherOptions extends Bm25fOptions {
  /** Turns texts into tokens. Default: {@link createAnalyzer} with its defaults. */
  readonly analyzer?: Analyzer | undefined
  /** What each signal counts. Default: {@link DEFAULT_SIGNALS}. */
  readonly signals?: RankingOptions | undefined
  /**
   * Lines of words that mean the same in your catalog, beside the built-in ones: `pod container`, or one way
   * only, `umbrella > weather`. Default: none.
   */
  readonly synonyms?: readonly string[] | undefined
  /** Whether the built-in English synonyms are used. Default true. */
  readonly builtInSynonyms?: boolean | undefined
  /** Where the levels of the verdict part. Default: {@link DEFAULT_THRESHOLDS}. */
  readonly verdict?: VerdictOptions | undefined
}

/**
 * The default searcher: BM25F over all search fields, and what the words alone do not say: which words mean the
 * same, which any request may hold, how much of a tool's name is asked for, whether the query names the tool,
 * and which wishes it consists of. No model, no network; every score can be explained.
 *
 * One tool added, changed or removed costs its own words; a search costs the postings of its terms. Nothing here
 * waits, so promises are resolved at once.
 *
 * @throws RangeError when a parameter is outside its legal range.
 */
export function createLexicalSearcher(options: LexicalSearcherOptions = {}): Searcher {
  const analyzer = options.analyzer ?? createAnalyzer()
  const parameters = resolveBm25f(options, LEXICAL_BM25F)
  const index = createInvertedIndex(parameters, undefined, { pairedFields: PAIRED_FIELDS })
  const names = createNameTable()
  const servers = createServers(analyzer, index.idOf)
  const suppliers = createSuppliers(analyzer)
  const copies = createCopies(index.idOf)
  const lengths = createLengths(parameters.lengthWeights)
  /** How many tools hold a term, remembered for one search, since a request and its clauses ask for the same. */
  const frequencies = new Map<string, number>()
  const frequencyOf = (term: string): number => {
    const known = frequencies.get(term)
    if (known !== undefined) return known
    const frequency = index.documentFrequency(term)
    frequencies.set(term, frequency)
    return frequency
  }
  const vocabulary = createVocabulary((word) => frequencyOf(word) > 0)
  let lexicon: Lexicon | undefined
  const reading = {
    analyzer,
    // Read when first asked for, so that a catalog that is only listed does not pay for it.
    get lexicon() {
      lexicon ??= lexiconOf(options, analyzer)
      return lexicon
    },
    vocabulary,
    frequencyOf,
    signals: resolveSignals(options.signals),
  }
  const rank = createRanker({ index, names, servers, suppliers, copies, lengths, reading })
  /** By handle. */
  const summaries: (ToolSummary | undefined)[] = []

  const upsert = ({ id, fields, required = [], summary }: SearchDocument): void => {
    frequencies.clear()
    if (index.handleOf(id) !== undefined) vocabulary.release()
    const document = boundFields(
      SEARCH_FIELDS.map((field) => (fields[field] === '' ? [] : analyzer.analyze(fields[field]))),
    )
    index.upsert(id, document)
    const handle = index.handleOf(id) as number
    names.add(handle, fields.name, fields.namespace)
    servers.place(handle, fields.namespace)
    suppliers.place(handle, { name: fields.name, namespace: fields.namespace, required })
    lengths.place(handle, document)
    copies.place(
      handle,
      WORDING.map((field) => document[field] ?? []),
    )
    for (const words of document) {
      for (const { tokens } of words) for (const token of tokens) vocabulary.add(token)
    }
    summaries[handle] = summary
  }
  const remove = (id: string): void => {
    const handle = index.handleOf(id)
    if (handle === undefined) return
    frequencies.clear()
    names.remove(handle)
    servers.remove(handle)
    suppliers.remove(handle)
    lengths.remove(handle)
    index.remove(id)
    summaries[handle] = undefined
    vocabulary.release()
  }
  const judge = createJudge(
    {
      analyzer,
      frequencyOf,
      size: () => index.size,
      nameOf: (handle) => summaries[handle]?.name ?? '',
      idOf: index.idOf,
    },
    resolveThresholds(options.verdict),
  )
  const takeHits = (
    { explain }: Ranking,
    found: ReturnType<typeof bestOfBoard>,
    request: SearchRequest,
  ): readonly Hit[] =>
    found.handles.slice(0, request.limit).map((handle, i) => {
      const hit: Hit = { id: index.idOf(handle), score: found.scores[i] as number }
      return request.explain === true ? { ...hit, explanation: explain(handle) } : hit
    })
  const acceptOf = ({ filter }: SearchRequest): ((handle: number) => boolean) | undefined => {
    if (isEmptyFilter(filter)) return undefined
    const passes = compileFilter(filter)
    return (handle) => passes(summaries[handle] as ToolSummary)
  }

  return Object.freeze({
    name: 'lexical',
    apply: ({ upserts, removals }) => {
      for (const id of removals) remove(id)
      index.expect(upserts.length)
      for (const document of upserts) upsert(document)
    },
    search: async (request) => {
      request.signal?.throwIfAborted()
      frequencies.clear()
      const ranking = rank({ text: request.query, accepts: acceptOf(request) })
      // The verdict is the same whatever the limit, so as many hits are taken as it looks at.
      const found = bestOfBoard(ranking.board, Math.max(request.limit, JUDGED_HITS), index.idOf)
      const judged = {
        ...ranking,
        handles: found.handles.slice(0, JUDGED_HITS),
        scores: found.scores.slice(0, JUDGED_HITS),
      }
      const answer = {
        hits: takeHits(ranking, found, request),
        unmatchedTerms: unmatchedTerms(analyzer.analyze(request.query), (term) => frequencyOf(term) > 0),
        verdict: judge(request.query, judged),
      }
      return ranking.query.isCut ? { ...answer, degraded: [LONG_QUERY] } : answer
    },
  } satisfies Searcher)
}

/** What was read of the built-in synonyms serves every searcher with the default analyzer. */
let sharedLexicon: Lexicon | undefined

function lexiconOf(
  { analyzer, synonyms = [], builtInSynonyms = true }: LexicalSearcherOptions,
  own: Analyzer,
): Lexicon {
  const isDefault = analyzer === undefined
  if (!isDefault || !builtInSynonyms || synonyms.length > 0)
    return readLexicon([...(builtInSynonyms ? BUILT_IN_SYNONYMS : []), ...synonyms], own, isDefault)
  sharedLexicon ??= readLexicon(BUILT_IN_SYNONYMS, own, isDefault)
  return sharedLexicon
}
