import {
  compareHits,
  compareIds,
  compileFilter,
  type Hit,
  SEARCH_FIELDS,
  type SearchDocument,
  type Searcher,
} from '@toolscout/model'
import { checkChanges, checkOptions, checkRequest, type OptionKind } from '@toolscout/model/internal'
import { type Analyzer, createAnalyzer } from '@toolscout/search'
import { BM25F_KINDS, type Bm25fOptions, resolveBm25f } from '@toolscout/search/internal'
import createEngine from 'wink-bm25-text-search'

/** Options of {@link createWinkSearcher}. Length weights and term caps are wink's own. */
export interface WinkSearcherOptions extends Pick<Bm25fOptions, 'weights' | 'k1' | 'b'> {
  /** Turns texts into tokens. Default: {@link createAnalyzer} with its defaults. */
  readonly analyzer?: Analyzer | undefined
}

const KINDS: { readonly [option in keyof WinkSearcherOptions]-?: OptionKind } = {
  weights: BM25F_KINDS.weights,
  k1: BM25F_KINDS.k1,
  b: BM25F_KINDS.b,
  analyzer: { functions: ['analyze'] },
}

/** Decimals to which wink rounds what a term adds to a score; 9 is its maximum. */
const DECIMALS = 9
/** wink refuses to rank fewer documents. */
const FEWEST_DOCUMENTS = 3
/** A token no analyzer gives, because no word holds a space. */
const FILLER = 'no such word'

interface Built {
  readonly engine: ReturnType<typeof createEngine>
  /** In ascending order of id; wink knows each by its place here. */
  readonly documents: readonly SearchDocument[]
}

/**
 * Ranks by wink-bm25-text-search (its BM25F, k = 1), over the same tokens as the default searcher.
 *
 * wink cannot change what it has indexed, so changes are gathered and the whole index is rebuilt at the next
 * search: right for catalogs that rarely change, and for comparing. Scores are rounded to 9 decimals for each
 * term. With fewer than three tools, which wink refuses, filler documents make up the number; scores are then
 * those of a catalog of three.
 *
 * @throws RangeError when a parameter is outside its legal range.
 * @throws TypeError for an option that is unknown or of another kind.
 */
export function createWinkSearcher(options: WinkSearcherOptions = {}): Searcher {
  checkOptions('the options of createWinkSearcher', options, KINDS)
  const analyzer = options.analyzer ?? createAnalyzer()
  const parameters = resolveBm25f(options)
  const documents = new Map<string, SearchDocument>()
  let built: Built | undefined

  const toTokens = (text: string): string =>
    analyzer
      .analyze(text)
      .flatMap((word) => word.tokens.map((token) => token.term))
      .join('\n')

  return Object.freeze({
    name: 'wink',
    apply: ({ upserts, removals }) => {
      checkChanges({ upserts, removals })
      for (const id of removals) documents.delete(id)
      for (const document of upserts) documents.set(document.id, document)
      built = undefined
    },
    search: async (request) => {
      checkRequest(request)
      const { query, limit, filter, explain, signal } = request
      signal?.throwIfAborted()
      const tokens = new Set(toTokens(query).split('\n'))
      if (documents.size === 0) return { hits: [] }
      built ??= build([...documents.values()], { ...parameters, toTokens })
      const passes = compileFilter(filter)
      // wink leaves ties in no order, so all of its results are put in the one order of hits before the limit.
      const hits: Hit[] = []
      for (const [place, score] of built.engine.search(
        [...tokens].join('\n'),
        documents.size + FEWEST_DOCUMENTS,
      )) {
        const document = built.documents[Number(place)]
        if (document === undefined || !passes(document.summary)) continue
        const hit = { id: document.id, score }
        hits.push(explain === true ? { ...hit, explanation: { label: 'wink BM25F', value: score } } : hit)
      }
      return { hits: hits.sort(compareHits).slice(0, limit) }
    },
  } satisfies Searcher)
}

function build(
  documents: readonly SearchDocument[],
  {
    weights,
    k1,
    b,
    toTokens,
  }: ReturnType<typeof resolveBm25f> & { readonly toTokens: (text: string) => string },
): Built {
  const engine = createEngine()
  const fields = SEARCH_FIELDS.filter((field) => weights[field] > 0)
  engine.defineConfig({
    fldWeights: Object.fromEntries(fields.map((field) => [field, weights[field]])),
    bm25Params: { k1, b, k: 1 },
  })
  engine.definePrepTasks([(text) => text.split('\n').filter((token) => token !== '')])
  const inOrder = documents.toSorted((one, other) => compareIds(one.id, other.id))
  for (const [i, document] of inOrder.entries()) {
    const texts = fields.map((field) => [field, toTokens(document.fields[field])])
    engine.addDoc(Object.fromEntries(texts), `${i}`)
  }
  for (let i = inOrder.length; i < FEWEST_DOCUMENTS; i += 1) {
    engine.addDoc(Object.fromEntries(fields.map((field) => [field, FILLER])), `${i}`)
  }
  engine.consolidate(DECIMALS)
  return { engine, documents: inOrder }
}
