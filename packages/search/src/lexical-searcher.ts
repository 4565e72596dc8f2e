import type { SearchChanges, Searcher } from '@toolscout/model'
import {
  atOnce,
  checkChanges,
  checkOptions,
  DraftsByCopy,
  type OptionKind,
  setDraft,
} from '@toolscout/model/internal'
import { type Analyzer, createAnalyzer } from './analysis/analyzer.ts'
import { BM25F_KINDS, type Bm25fOptions, type Bm25fParameters, resolveBm25f } from './kernel/bm25f.ts'
import { InvertedIndex } from './kernel/inverted-index.ts'
import type { loadSearches, SearchParts } from './lexical-search.ts'
import { LexicalCatalog, type LexicalCatalogDeps, PAIRED_FIELDS } from './ranking/catalog.ts'
import { LEXICAL_BM25F, type RankingOptions, resolveSignals } from './ranking/signals.ts'
import {
  openSaved,
  optionsOf,
  type SavedPart,
  type SavedSearcher,
  type SnapshotMaker,
  type SnapshotSearcher,
  Snapshots,
  setSnapshots,
} from './snapshot/snapshot-searcher.ts'
import { resolveThresholds, type VerdictOptions } from './verdict/judgment.ts'

/** Options of {@link createLexicalSearcher}. */
export interface LexicalSearcherOptions {
  /** Turns texts into tokens. Default: {@link createAnalyzer} with its defaults. */
  readonly analyzer?: Analyzer | undefined
  /**
   * Lines of words that mean the same in your catalog, next to the built-in ones: `pod container`, or one way
   * only, `umbrella > weather`, or an abbreviation with its long form, `pr = pull request`. Default: none.
   */
  readonly synonyms?: readonly string[] | undefined
  /** Weights of single fields; the others keep theirs. Each 0 to 1,000. */
  readonly weights?: Bm25fOptions['weights']
  /** The confidence at which the verdict changes its level. */
  readonly verdict?: VerdictOptions | undefined
  /** What a searcher of the same analyzer and weights saved. Default: nothing, it begins empty. */
  readonly saved?: SavedSearcher | undefined
}

/** All knobs of the ranking, for measuring it. */
export interface TunedLexicalOptions extends LexicalSearcherOptions, Bm25fOptions {
  /** What each signal counts. Default: {@link DEFAULT_SIGNALS}. */
  readonly signals?: RankingOptions | undefined
  /** Whether the built-in English synonyms are used. Default true. */
  readonly builtInSynonyms?: boolean | undefined
}

/**
 * The default searcher: BM25F over all search fields, and what the words alone do not say: which words mean the
 * same, how much of a tool's name is asked for, whether the query names the tool,
 * and which phrases it consists of. No model, no network; every score can be explained.
 *
 * One tool added, changed or removed costs its own words; a search costs the postings of its terms. The
 * first search loads what only searches need, tables of English among it; nothing else waits, so promises are resolved at once.
 *
 * @throws RangeError when a parameter is outside its legal range.
 * @throws TypeError for an option that is unknown or of another kind.
 * @throws SnapshotRefusedError `SNAPSHOT_REFUSED` when what was saved is damaged or was saved by another searcher.
 */
export function createLexicalSearcher(options: LexicalSearcherOptions = {}): SnapshotSearcher {
  return createTunedLexicalSearcher(options)
}

const KINDS: { readonly [option in keyof TunedLexicalOptions]-?: OptionKind } = {
  ...BM25F_KINDS,
  analyzer: { functions: ['analyze'] },
  synonyms: 'list',
  verdict: 'object',
  saved: 'object',
  signals: 'object',
  builtInSynonyms: 'boolean',
}

/** {@link createLexicalSearcher} with every signal open. */
export function createTunedLexicalSearcher(options: TunedLexicalOptions = {}): SnapshotSearcher {
  checkOptions('the options of createLexicalSearcher', options, KINDS)
  const analyzer = options.analyzer ?? createAnalyzer()
  const parameters = resolveBm25f(options, LEXICAL_BM25F)
  const maker = { searcher: 'lexical', analyzer, options: parameters }
  const parts: SearchParts = {
    analyzer,
    thresholds: resolveThresholds(options.verdict),
    synonyms: options.synonyms ?? [],
    hasBuiltInSynonyms: options.builtInSynonyms ?? true,
    isPorter: options.analyzer === undefined,
  }
  let searches: ReturnType<typeof loadSearches> | undefined
  let current: SearchedCatalog = { catalog: atOnce(openCatalog(options, maker, options.saved)) }
  const searchFirst: Searcher['search'] = async (request) => {
    request.signal?.throwIfAborted()
    searches ??= load(parts).catch((error: unknown) => {
      searches = undefined
      throw error
    })
    const createSearch = await searches
    current.search ??= createSearch(current.catalog)
    return current.search(request)
  }
  const drafts = new DraftsByCopy<LexicalCatalog>({
    copy: async () => {
      const copy = current.catalog.copy()
      copy.index.expect(Infinity)
      return copy
    },
    apply: (copy, changes) => {
      checkChanges(changes)
      applyTo(copy, changes)
    },
    finish: async ({ index }, slices) => {
      while (index.settle(SETTLED_AT_ONCE)) if (slices.isOver()) await slices.next()
    },
    take: (copy) => {
      current = { catalog: copy }
    },
  })
  const snapshots = createSnapshots(
    () => current.catalog,
    maker,
    function* (saved) {
      current = { catalog: yield* openCatalog(options, maker, saved) }
    },
  )
  const searcher = Object.freeze({
    name: 'lexical',
    apply: (changes) => {
      checkChanges(changes)
      snapshots.begun?.settle()
      current.catalog.index.expect(changes.upserts.length)
      applyTo(current.catalog, changes)
      drafts.record(changes)
    },
    search: (request) => (current.search ?? searchFirst)(request),
    snapshot: (revision) => snapshots.take(revision),
  } satisfies SnapshotSearcher)
  setDraft(searcher, drafts.begin)
  setSnapshots(searcher, snapshots)
  return searcher
}

const load: typeof loadSearches = async (parts) => (await import('./lexical-search.ts')).loadSearches(parts)

function createSnapshots(
  catalog: () => LexicalCatalog,
  maker: SnapshotMaker,
  restore: SavedPart['restore'],
): Snapshots {
  return new Snapshots({
    restore,
    save: (out) => catalog().save(out),
    options: () => optionsOf(maker),
    isForeign: () => catalog().reader.isForeign,
    learn: (id, facts) => {
      const docId = catalog().index.docIdOf(id)
      if (docId !== undefined) catalog().learn(docId, facts)
    },
    prepare: function* () {
      const { servers, reader } = catalog()
      yield* servers.prepare()
      yield* reader.prepare()
    },
  })
}

/** A catalog of what was saved, if anything was, in short steps. */
function* openCatalog(
  options: TunedLexicalOptions,
  maker: SnapshotMaker & { readonly options: Bm25fParameters },
  saved: SavedSearcher | undefined,
): Generator<void, LexicalCatalog> {
  const { analyzer, options: parameters } = maker
  const sections = openSaved(saved, maker)
  const index = new InvertedIndex(parameters, undefined, { pairedFields: PAIRED_FIELDS })
  if (sections !== undefined) yield* index.restore(sections)
  yield
  const deps: LexicalCatalogDeps = {
    analyzer,
    parameters,
    saved: sections,
    savedSummaryOf: saved?.summaryOf,
    savedFactsOf: saved?.factsOf ?? saved?.summaryOf,
    signals: resolveSignals(options.signals),
  }
  return new LexicalCatalog(deps, index)
}

/** A catalog, and what searches it once somebody has. */
interface SearchedCatalog {
  readonly catalog: LexicalCatalog
  search?: Searcher['search']
}

/** Postings that are sorted between two looks at the time: a fraction of a millisecond. */
const SETTLED_AT_ONCE = 32_768

function applyTo(catalog: LexicalCatalog, { upserts, removals }: SearchChanges): void {
  for (const id of removals) catalog.remove(id)
  for (const document of upserts) catalog.upsert(document)
}
