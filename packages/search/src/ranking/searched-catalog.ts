import type { ToolSummary } from '@toolscout/model'
import { CommonFacts, type ToolFacts } from '@toolscout/model/internal'
import type { Analyzer } from '../analysis/analyzer.ts'
import { nameKey } from '../analysis/split-words.ts'
import { PAIRED, type Word } from '../analysis/tokens.ts'
import { inverseDocumentFrequency } from '../kernel/bm25f.ts'
import { CurrentDocuments } from '../kernel/scored-documents.ts'
import { type TermQuery, TermScoring } from '../kernel/term-scoring.ts'
import { grown } from '../kernel/text-table.ts'
import type { ToolHead } from '../snapshot/snapshot-searcher.ts'
import type { Synonyms } from '../synonyms/read-synonyms.ts'
import type { JudgedCatalog } from '../verdict/evidence.ts'
import type { LexicalCatalog } from './catalog.ts'
import { NameMatcher } from './name-matching.ts'
import type { QueryReading } from './query-terms.ts'
import type { RankingSignals } from './signals.ts'
import { type Corrections, findCorrections } from './spelling.ts'
import {
  ACTIONS,
  actionOf,
  type Direction,
  directionsOfTool,
  hasInHead,
  type ToolAction,
} from './tool-action.ts'
import { Memo } from './tools-by-key.ts'
import { type WordReading, WordReadings } from './word-readings.ts'

/** A catalog as queries are read with it and ranked in it. It is of no use to who only fills the catalog. */
export class SearchedCatalog implements QueryReading, JudgedCatalog {
  readonly tools: LexicalCatalog
  readonly analyzer: Analyzer
  readonly signals: RankingSignals
  readonly synonyms: Synonyms
  readonly names: NameMatcher
  readonly #documents: CurrentDocuments
  // Until a tool comes or goes.
  readonly #words: WordReadings
  readonly #inHead = new Memo((word: Word) => ({ is: this.#findInHead(word) }))
  readonly #corrected: Memo<string, Corrections>
  readonly #directions = new Memo((docId: number) => directionsOfTool(this.headOf(docId)))

  constructor(tools: LexicalCatalog, synonyms: Synonyms) {
    const { index, servers, vocabulary, deps } = tools
    this.tools = tools
    this.analyzer = deps.analyzer
    this.signals = deps.signals
    this.synonyms = synonyms
    this.names = new NameMatcher(tools.names, servers, (docId) => this.headOf(docId).name)
    this.#documents = new CurrentDocuments(index)
    this.#words = new WordReadings(this, servers)
    this.#corrected = new Memo((word) => findCorrections(word, vocabulary.words))
    tools.onChange = () => {
      for (const known of [this.#words, this.#inHead, this.#corrected, this.#directions]) known.clear()
    }
  }

  readonly correctionsOf = (word: string): Corrections => this.#corrected.get(word)

  readonly frequencyOf = (term: string): number => this.#documents.frequencyOf(term)

  holdsPair(one: string, other: string): boolean {
    return one < other
      ? this.#documents.holdJoined(one, PAIRED, other)
      : this.#documents.holdJoined(other, PAIRED, one)
  }

  holdsFused(one: string, other: string): boolean {
    return this.#documents.holdJoined(one, '', other)
  }

  rarityOf(term: string): number {
    return inverseDocumentFrequency(this.size, this.frequencyOf(term))
  }

  get size(): number {
    return this.tools.index.size
  }

  get serverCount(): number {
    return this.tools.servers.size
  }

  readonly readWord = (word: Word): WordReading => this.#words.of(word)

  /** Looks up the terms of a query, to score all tools by them. */
  prepare(query: TermQuery): TermScoring {
    return new TermScoring(this.#documents.get(), query)
  }

  readonly idOf = (docId: number): string => this.tools.index.idOf(docId)

  /** The summary of a tool that is there. */
  summaryOf(docId: number): ToolSummary {
    const { summaries, deps } = this.tools
    return summaries[docId] ?? (deps.savedSummaryOf?.(this.idOf(docId)) as ToolSummary)
  }

  /** What filters look at in a tool that is there. */
  factsOf(docId: number): ToolFacts {
    const { summaries, savedFacts, deps } = this.tools
    const known = summaries[docId] ?? savedFacts[docId]
    if (known !== undefined) return known
    const facts = deps.savedFactsOf?.(this.idOf(docId)) as ToolFacts
    if (facts instanceof CommonFacts) this.tools.learn(docId, facts)
    return facts
  }

  /** The head of a tool that is there; of one that was saved without asking for its summary. */
  headOf(docId: number): ToolHead {
    return this.tools.summaries[docId] ?? this.tools.savedHeads.of(docId)
  }

  /** What a tool that is there does. */
  actionOf(docId: number): ToolAction {
    const number = this.tools.actionNumbers[docId]
    return number ? (ACTIONS[number - 1] as ToolAction) : this.#readAction(docId)
  }

  /** What a tool that is there turns into what. */
  directionsOf(docId: number): readonly Direction[] {
    return this.actionOf(docId).isDirected ? this.#directions.get(docId) : []
  }

  #readAction(docId: number): ToolAction {
    const { tools } = this
    const action = actionOf(this.headOf(docId))
    tools.actionNumbers = grown(tools.actionNumbers, docId + 1)
    tools.actionNumbers[docId] = action.number + 1
    return action
  }

  /** Whether a server, a name, a title or the first line of a description has a word; examples do not count. */
  isInHead(word: Word): boolean {
    return this.#inHead.get(word).is
  }

  #findInHead({ text, tokens }: Word): boolean {
    const key = nameKey(text)
    const terms = tokens.map(({ term }) => ({ text: term, weight: 1, covers: true }))
    const { docIds } = this.prepare({ terms, coverage: 1 }).best(HEADS)
    return docIds.some((docId) => hasInHead(this.summaryOf(docId), key)) || this.tools.servers.isInKey(key)
  }
}

/** Best holders of a word whose heads are read: names and servers weigh most. */
const HEADS = 16
