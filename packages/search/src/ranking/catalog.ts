import { SEARCH_FIELDS, type SearchDocument, type ToolSummary } from '@toolscout/model'
import type { SearchField } from '@toolscout/model/internal'
import type { Analyzer } from '../analysis/analyzer.ts'
import {
  createDocumentReader,
  type DocumentReader,
  type DocumentTokens,
  isSurface,
  rootsInField,
} from '../analysis/tokens.ts'
import { type Bm25fParameters, inverseDocumentFrequency } from '../kernel/bm25f.ts'
import { InvertedIndex } from '../kernel/inverted-index.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import type { Synonyms } from '../synonyms/read-synonyms.ts'
import { NearDuplicates } from './diversification.ts'
import { Names, Servers } from './names.ts'
import type { QueryReading } from './query-terms.ts'
import type { RankingSignals } from './signals.ts'
import { type Corrections, Spelling } from './spelling.ts'
import { Prerequisites } from './tools-by-key.ts'

/** Fields whose neighbouring words are found as pairs; elsewhere words are neighbours by chance. */
const PAIRED_FIELDS: readonly SearchField[] = ['name', 'title', 'description']

const NAME = SEARCH_FIELDS.indexOf('name')

/** What {@link LexicalCatalog} reads texts with. */
export interface LexicalCatalogDeps {
  readonly analyzer: Analyzer
  readonly parameters: Bm25fParameters
  readonly signals: RankingSignals
  /** Called when synonyms are first asked for, so that a catalog that is only listed does not pay for them. */
  readonly readSynonyms: () => Synonyms
  /** What a catalog of the same analyzer and parameters saved. */
  readonly saved?: SectionReader | undefined
  /** The summary of a tool that was saved. */
  readonly savedSummaryOf?: ((id: string) => ToolSummary) | undefined
}

/** What the lexical searcher knows of the tools, changed one by one, and what it reads queries with. */
export class LexicalCatalog implements QueryReading {
  readonly analyzer: Analyzer
  readonly signals: RankingSignals
  readonly index: InvertedIndex
  readonly servers: Servers
  readonly names: Names
  readonly prerequisites: Prerequisites
  readonly nearDuplicates: NearDuplicates
  readonly #spelling: Spelling
  readonly #reader: DocumentReader
  readonly #deps: LexicalCatalogDeps
  #synonyms: Synonyms | undefined
  /** By docId; those of tools that were saved are not among them. */
  readonly #summaries: (ToolSummary | undefined)[] = []

  constructor(deps: LexicalCatalogDeps) {
    const { analyzer, parameters, signals, saved } = deps
    this.#deps = deps
    this.analyzer = analyzer
    this.signals = signals
    this.index = new InvertedIndex(parameters, undefined, { pairedFields: PAIRED_FIELDS, saved })
    const rest = saved?.copying()
    this.servers = new Servers(analyzer, rest)
    this.names = new Names(this.servers, (docId) => this.summaryOf(docId).name, rest)
    this.prerequisites = new Prerequisites(analyzer, rest)
    this.nearDuplicates = new NearDuplicates(rest)
    this.#spelling = new Spelling((word) => this.frequencyOf(word) > 0, rest)
    this.#reader = createDocumentReader(analyzer)
  }

  get synonyms(): Synonyms {
    this.#synonyms ??= this.#deps.readSynonyms()
    return this.#synonyms
  }

  correctionsOf(word: string): Corrections {
    return this.#spelling.correctionsOf(word)
  }

  frequencyOf(term: string): number {
    return this.index.documentFrequency(term)
  }

  rarityOf(term: string): number {
    return inverseDocumentFrequency(this.index.size, this.frequencyOf(term))
  }

  /** The summary of a tool that is there. */
  summaryOf(docId: number): ToolSummary {
    return this.#summaries[docId] ?? (this.#deps.savedSummaryOf?.(this.index.idOf(docId)) as ToolSummary)
  }

  /** Adds a tool, in place of the one with the same id when there is one. */
  upsert({ id, fields, required = [], summary }: SearchDocument): void {
    if (this.index.docIdOf(id) !== undefined) this.#spelling.release()
    const document = this.#reader.read(SEARCH_FIELDS.map((field) => fields[field]))
    const nameRoots = rootsInField(document, NAME)
    boundFields(document)
    const docId = this.index.upsert(id, document)
    this.names.place(docId, fields.name)
    this.servers.place(docId, fields.namespace)
    this.nearDuplicates.place(docId, document)
    this.#spelling.add(document)
    this.prerequisites.place(docId, { nameRoots, namespace: fields.namespace, required })
    this.#summaries[docId] = summary
  }

  /** Removes a tool; an unknown id changes nothing. */
  remove(id: string): void {
    const docId = this.index.docIdOf(id)
    if (docId === undefined) return
    this.names.remove(docId)
    this.servers.remove(docId)
    this.prerequisites.remove(docId)
    this.index.remove(id)
    this.#summaries[docId] = undefined
    this.#spelling.release()
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    const { index, servers, names, prerequisites, nearDuplicates } = this
    for (const part of [index, servers, names, prerequisites, nearDuplicates, this.#spelling]) part.save(out)
  }
}

/**
 * Words of one field that count. Public tools stay below it in all fields but the descriptions of very many
 * parameters; later words rarely say what a tool is for.
 */
const MOST_WORDS = 512

/**
 * Words of the fields that weigh much and do not make a tool long, so that they would be the place for stuffing.
 * Public tools have names of at most nine words and tags of at most six.
 */
const MOST_FREE_WORDS: { readonly [field in SearchField]?: number } = {
  name: 8,
  title: 10,
  namespace: 8,
  tags: 12,
}

const MOST: readonly number[] = SEARCH_FIELDS.map((field) => MOST_FREE_WORDS[field] ?? MOST_WORDS)
const DESCRIPTION = SEARCH_FIELDS.indexOf('description')

/**
 * Takes no more words of a field than honest tools have. What a name, title or list of tags has too many counts as
 * description, where it is found, weighs less and makes the tool long. Changes the document.
 */
export function boundFields(document: DocumentTokens): void {
  const { codes, ends } = document
  let start = 0
  let isBounded = true
  for (let field = 0; field < ends.length; field += 1) {
    const end = ends[field] as number
    // Most fields are short; this counts stems too, so it is checked again exactly.
    if (end - start > (MOST[field] as number) && wordsEnd(codes, start, end, MOST[field] as number) < end)
      isBounded = false
    start = end
  }
  if (!isBounded) cutFields(document)
}

/** Where the first words of a list end; an identifier of many parts is cut inside. */
function wordsEnd(codes: ArrayLike<number>, start: number, end: number, most: number): number {
  let words = 0
  for (let at = start; at < end; at += 1) {
    if (isSurface(codes[at] as number)) words += 1
    if (words > most) return at
  }
  return end
}

function cutFields(document: DocumentTokens): void {
  const { codes, ends } = document
  const codesIn = (from: number, to: number): readonly number[] => Array.from(codes.subarray(from, to))
  let overflow: readonly number[] = []
  let start = 0
  const fields = ends.map((end, field) => {
    const most = MOST[field] as number
    const kept = most === MOST_WORDS ? end : wordsEnd(codes, start, end, most)
    overflow = overflow.concat(codesIn(kept, end))
    const head = codesIn(start, kept)
    start = end
    return head
  })
  fields[DESCRIPTION] = (fields[DESCRIPTION] ?? []).concat(overflow)
  let count = 0
  for (const [field, all] of fields.entries()) {
    fields[field] = all.slice(0, wordsEnd(all, 0, all.length, MOST_WORDS))
    count += fields[field].length
    ends[field] = count
  }
  document.codes = Int32Array.from(fields.flat())
  document.count = count
}
