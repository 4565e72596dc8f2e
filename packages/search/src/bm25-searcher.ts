import { type Hit, SEARCH_FIELDS, type SearchDocument, type ToolSummary } from '@toolscout/model'
import {
  checkChanges,
  checkOptions,
  checkRequest,
  type OptionKind,
  type ToolFacts,
} from '@toolscout/model/internal'
import { type Analyzer, createAnalyzer } from './analysis/analyzer.ts'
import { createDocumentReader } from './analysis/document-reader.ts'
import { unmatchedTerms } from './analysis/unmatched-terms.ts'
import { BM25F_KINDS, type Bm25fOptions, resolveBm25f } from './kernel/bm25f.ts'
import { InvertedIndex } from './kernel/inverted-index.ts'
import { CurrentDocuments, type QueryTerm } from './kernel/scored-documents.ts'
import { type AcceptsDoc, acceptOf, TermScoring } from './kernel/term-scoring.ts'
import type { SectionWriter } from './snapshot/sections.ts'
import {
  openSaved,
  optionsOf,
  type SavedSearcher,
  type SnapshotSearcher,
  Snapshots,
} from './snapshot/snapshot-searcher.ts'

/** Options of {@link createBm25Searcher}. */
export interface Bm25SearcherOptions extends Pick<Bm25fOptions, 'weights' | 'k1' | 'b'> {
  /** Turns texts into tokens. Default: {@link createAnalyzer} with its defaults. */
  readonly analyzer?: Analyzer | undefined
  /** What a searcher of the same options saved. Default: nothing, it begins empty. */
  readonly saved?: SavedSearcher | undefined
}

/**
 * BM25F over all search fields and nothing else: the base of the default searcher, and the baseline it is
 * measured against. It works on typed-array postings that are changed in place.
 *
 * One tool added, changed or removed costs its own words; a search costs the postings of its terms. Every term
 * of a query counts once. Nothing here waits, so promises are resolved at once.
 *
 * @throws RangeError when a parameter is outside its legal range.
 * @throws TypeError for an option that is unknown or of another kind.
 * @throws SnapshotRefusedError `SNAPSHOT_REFUSED` when what was saved is damaged or was saved by another searcher.
 */
export function createBm25Searcher(options: Bm25SearcherOptions = {}): SnapshotSearcher {
  checkOptions('the options of createBm25Searcher', options, KINDS)
  return createTunedBm25Searcher(options)
}

/** All parameters of BM25F. */
export interface TunedBm25Options extends Bm25fOptions, Pick<Bm25SearcherOptions, 'analyzer' | 'saved'> {}

const KINDS: { readonly [option in keyof TunedBm25Options]-?: OptionKind } = {
  ...BM25F_KINDS,
  analyzer: { functions: ['analyze'] },
  saved: 'object',
}

/** {@link createBm25Searcher} with every parameter of BM25F open. */
export function createTunedBm25Searcher(options: TunedBm25Options = {}): SnapshotSearcher {
  const { saved, analyzer = createAnalyzer() } = options
  const parameters = resolveBm25f(options)
  const maker = { searcher: 'bm25', analyzer, options: parameters }
  const sections = openSaved(saved, maker)
  const index = new InvertedIndex(parameters, undefined, { saved: sections })
  const documents = new CurrentDocuments(index)
  const reader = createDocumentReader(analyzer, sections)
  /** Of documents that were not saved. */
  const summaries = new Map<string, ToolSummary>()
  const summaryOf = (docId: number): ToolSummary => {
    const id = index.idOf(docId)
    return summaries.get(id) ?? (saved as SavedSearcher).summaryOf(id)
  }
  const factsOf = (docId: number): ToolFacts => {
    const id = index.idOf(docId)
    return summaries.get(id) ?? saved?.factsOf?.(id) ?? summaryOf(docId)
  }

  const upsert = ({ id, fields, summary }: SearchDocument): void => {
    index.upsert(id, reader.read(SEARCH_FIELDS.map((field) => fields[field])))
    summaries.set(id, summary)
  }
  return Object.freeze({
    name: 'bm25',
    apply: ({ upserts, removals }) => {
      checkChanges({ upserts, removals })
      for (const id of removals) {
        index.remove(id)
        summaries.delete(id)
      }
      index.expect(upserts.length)
      for (const document of upserts) upsert(document)
    },
    search: async (request) => {
      checkRequest(request)
      const { query, limit, filter, explain, signal } = request
      signal?.throwIfAborted()
      const words = analyzer.analyze(query)
      const terms: string[] = []
      for (const { tokens } of words) for (const { term } of tokens) terms.push(term)
      const accepts = acceptOf(filter, { factsOf, summaryOf })
      const hits = searchTerms(index, documents, { terms, limit, accepts, explain })
      return { hits, unmatchedTerms: unmatchedTerms(words, (term) => documents.frequencyOf(term) > 0) }
    },
    snapshot: (revision) => {
      const save = (out: SectionWriter): void => {
        index.save(out)
        reader.save(out)
      }
      // Only a new one begins with what was saved.
      const nothing = function* (): Generator<void, void> {}
      return new Snapshots({
        save,
        restore: nothing,
        prepare: nothing,
        options: () => optionsOf(maker),
      }).take(revision)
    },
  } satisfies SnapshotSearcher)
}

/** A search by terms alone. */
export interface TermSearch {
  /** Terms that count, each once however often it is among them. */
  readonly terms: readonly string[]
  /** Most hits, at least 0. */
  readonly limit: number
  /** Says of a document whether it may be a hit. Default: every document may. */
  readonly accepts?: AcceptsDoc | undefined
  readonly explain?: boolean | undefined
}

/** The best documents for the terms, in the order of hits; only those with a score above 0. */
export function searchTerms(
  index: InvertedIndex,
  documents: CurrentDocuments,
  { terms, limit, accepts, explain }: TermSearch,
): readonly Hit[] {
  if (limit < 1) return []
  const query = terms.map((text): QueryTerm => ({ text, weight: 1, covers: false }))
  const scoring = new TermScoring(documents.get(), { terms: query, coverage: 0 })
  const { docIds, scores } = scoring.best(limit, accepts)
  return docIds.map((docId, i) => {
    const hit: Hit = { id: index.idOf(docId), score: scores[i] as number }
    return explain === true ? { ...hit, explanation: scoring.explain(docId) } : hit
  })
}
