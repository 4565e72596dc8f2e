import { copyOf } from '../analysis/text-reader.ts'
import { rootsOf, type Token, type Word } from '../analysis/tokens.ts'
import { type Expanding, synonymsOf } from '../synonyms/expansions.ts'
import type { Servers } from './servers.ts'
import type { RankingSignals } from './signals.ts'
import { type Compound, compoundOf, type Splitting } from './spelling.ts'
import { Memo } from './tools-by-key.ts'
import { baseOf } from './verbs.ts'

/** A term of a word that tools hold. */
export interface WordTerm {
  readonly text: string
  /** What it counts. */
  readonly weight: number
  /** The root whose weight in the request that is multiplied by; undefined for whole identifiers. */
  readonly weighedBy: string | undefined
  /** Whether it counts as a covered word of the name. */
  readonly covers: boolean
  /** Its stem, which every tool with this form holds too. */
  readonly within: string | undefined
}

/** What a root term comes to in a catalog. */
export interface RootReading {
  readonly root: string
  readonly synonyms: readonly string[] | undefined
  /** Those that tools hold, see `synonymsOf`. */
  readonly held: readonly { readonly term: string; readonly share: number }[]
}

/** What a word of a request comes to in a catalog. */
export interface WordReading {
  readonly terms: readonly WordTerm[]
  readonly roots: readonly RootReading[]
  /** The row of its root terms. */
  readonly rows: readonly (readonly string[])[]
  /** Whether a tool holds it in any form, or it has synonyms. */
  readonly isKnown: boolean
  /** Whether no tool holds one of its parts as it is written. */
  readonly isMistyped: boolean
  /** Whether there may be another way to write what begins with one of its roots. */
  readonly beginsForm: boolean
  readonly compound: Compound | undefined
  /** The verb that it is a form of, if any. */
  readonly verb: string | undefined
  /** The servers that it names; see `Servers.namedIn`. */
  readonly servers: ReadonlyMap<number, number>
}

/** What words are read with. */
export interface WordDeps extends Splitting, Expanding {
  readonly signals: RankingSignals
  readonly servers: Servers
}

/** Words that are remembered: those of some hundreds of requests. */
const MAX_WORDS = 4_096

/** What words come to in a catalog, each read once until the catalog changes. */
export class WordReadings {
  readonly #deps: WordDeps
  /** By text, since an identifier is another word each time it is read. */
  readonly #words = new Map<string, WordReading>()
  readonly #roots = new Memo((root: string): RootReading => {
    return { root, synonyms: this.#deps.synonyms.get(root), held: synonymsOf(root, this.#deps) }
  })

  constructor(deps: WordDeps) {
    this.#deps = deps
  }

  of(word: Word): WordReading {
    const known = this.#words.get(word.text)
    if (known !== undefined) return known
    const reading = this.#readWord(word)
    if (this.#words.size === MAX_WORDS) this.#words.clear()
    this.#words.set(copyOf(word.text, 0, word.text.length), reading)
    return reading
  }

  /** Call it when a tool comes or goes. */
  clear(): void {
    this.#words.clear()
    this.#roots.clear()
  }

  #readWord(word: Word): WordReading {
    const { tokens } = word
    const { frequencyOf, synonyms, servers } = this.#deps
    const row = rootsOf([word])
    const roots = row.map((root) => this.#roots.get(root))
    return {
      terms: tokens.flatMap((token, i) => this.#termOf(token, tokens[i + 1])),
      roots,
      rows: [row],
      isKnown:
        tokens.some(({ term }) => frequencyOf(term) > 0) ||
        tokens.some(({ term }) => synonyms.get(term) !== undefined),
      isMistyped: tokens.some(({ term, surface }) => surface && frequencyOf(term) === 0),
      beginsForm: row.some(synonyms.beginsForm),
      compound: compoundOf(word, this.#deps),
      verb: baseOf(word.text.toLowerCase()),
      servers: servers.namedIn(row, frequencyOf),
    }
  }

  /** What a token counts; none that tools do not hold. */
  #termOf({ term, surface, root }: Token, next: Token | undefined): readonly WordTerm[] {
    const { frequencyOf, signals } = this.#deps
    if (frequencyOf(term) === 0) return []
    if (!surface && !root)
      return [{ text: term, weight: 1, weighedBy: undefined, covers: false, within: undefined }]
    // The stem of a word follows it; a word without a stem counts for both.
    const stem = !root && next?.root === true ? next.term : undefined
    const weight = (root ? signals.stems : 0) + (surface ? signals.words : 0)
    const covers = root && signals.nameCoverage > 0
    return [{ text: term, weight, weighedBy: stem ?? term, covers, within: stem }]
  }
}
