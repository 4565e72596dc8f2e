import type { Slices } from '../internal/async/clock.ts'
import { isJsonObject } from '../internal/json/json.ts'
import { quote } from '../internal/text/foreign-text.ts'
import type { ToolSummary } from '../tool/tool-entry.ts'

const FIELDS = [
  'name',
  'title',
  'namespace',
  'description',
  'parameters',
  'parameterTexts',
  'values',
  'output',
  'tags',
  'notes',
] as const

/** One of {@link SEARCH_FIELDS}. */
export type SearchField = (typeof FIELDS)[number]

/**
 * The parts of a tool that are searched, each weighed on its own. `parameters` are names of arguments,
 * `parameterTexts` their titles and descriptions, `values` their enum values, `output` the names and
 * descriptions of the result, `notes` what a tool doc adds.
 */
export const SEARCH_FIELDS: readonly SearchField[] = Object.freeze(FIELDS)

/** What a searcher knows of one tool. Immutable. */
export interface SearchDocument {
  /** Canonical id of the tool. */
  readonly id: string
  /** Text of every field as the tool has it; empty where it has none. Entries of lists stand on lines of their own. */
  readonly fields: { readonly [field in SearchField]: string }
  /** Names of the arguments that every call must have. Default: none are known. */
  readonly required?: readonly string[] | undefined
  /** What filters look at. */
  readonly summary: ToolSummary
}

/** What changed in the catalog since the last call. An id stands in one of the two lists at most once. */
export interface SearchChanges {
  /** Documents that are new or take the place of the one with the same id. */
  readonly upserts: readonly SearchDocument[]
  /** Ids that are gone. */
  readonly removals: readonly string[]
}

/**
 * Checks changes before any of them is applied, so that an `apply` that throws has changed nothing.
 *
 * @throws TypeError for what is not a search document.
 */
export function checkChanges({ upserts }: SearchChanges): void {
  for (const document of upserts) {
    const { id, fields } = document
    const isWhole =
      typeof id === 'string' &&
      id !== '' &&
      isJsonObject(fields) &&
      SEARCH_FIELDS.every((field) => typeof fields[field] === 'string')
    if (!isWhole)
      throw new TypeError(`The search document ${quote(id)} lacks its id or a field; each is a text.`)
  }
}

/** What takes changes in; every `Searcher` does. */
interface TakesChanges {
  readonly apply: (changes: SearchChanges) => void
}

/** Changes that a searcher takes in little by little, and shows at once. */
export interface SearchDraft {
  /** As `apply` of a searcher; no search sees it before the commit. */
  readonly apply: TakesChanges['apply']
  /** Does in slices what is better done before the commit; nothing is given afterwards. */
  readonly finish: () => Promise<void>
  /**
   * From now on searches see all that the draft was given, and what the searcher itself took in meanwhile, but of one
   * document what the draft says. Next to nothing is left to do then.
   */
  readonly commit: () => void
  /** Forgets what the draft was given. */
  readonly discard: () => void
}

/** Begins a draft; `undefined` where the searcher cannot have one now. One at a time, and each is ended. */
export type BeginDraft = (slices: Slices) => Promise<SearchDraft | undefined>

const drafts = new WeakMap<TakesChanges['apply'], BeginDraft>()

/**
 * Says how a searcher begins a draft. By its `apply`: a copy of the searcher that takes changes in another way, such as a
 * wrapper of somebody else's, has no draft, and is given its changes at once.
 */
export function setDraft({ apply }: TakesChanges, begin: BeginDraft): void {
  drafts.set(apply, begin)
}

/** The way to begin a draft of a searcher, where it has one. */
export function draftOf({ apply }: TakesChanges): BeginDraft | undefined {
  return drafts.get(apply)
}

/** One draft of several searchers; `undefined` where one of them has none. */
export async function draftOfAll(
  searchers: readonly TakesChanges[],
  slices: Slices,
): Promise<SearchDraft | undefined> {
  const parts: SearchDraft[] = []
  const discard = (): void => {
    for (const part of parts) part.discard()
  }
  try {
    for (const searcher of searchers) {
      const part = await draftOf(searcher)?.(slices)
      if (part !== undefined) parts.push(part)
      if (slices.isOver()) await slices.next()
    }
  } catch (error) {
    discard()
    throw error
  }
  if (parts.length < searchers.length) {
    discard()
    return undefined
  }
  return {
    apply: (changes) => {
      for (const part of parts) part.apply(changes)
    },
    finish: async () => {
      for (const part of parts) await part.finish()
    },
    commit: () => {
      for (const part of parts) part.commit()
    },
    discard,
  }
}

/** What {@link DraftsByCopy} works with. */
export interface CopyDeps<Copy> {
  /** A copy of all that the searcher holds; `undefined` where there can be none now. */
  readonly copy: (slices: Slices) => Promise<Copy | undefined>
  readonly apply: (copy: Copy, changes: SearchChanges) => void
  /** Does in slices what is better done before the copy is searched. Default: there is nothing. */
  readonly finish?: (copy: Copy, slices: Slices) => Promise<void>
  /** Puts the copy in the place of what the searcher holds. */
  readonly take: (copy: Copy) => void
}

/** Drafts of a searcher that is copied, so that the copy can be changed while the original is searched. */
export class DraftsByCopy<Copy> {
  readonly #deps: CopyDeps<Copy>
  /** What the searcher took in since a copy was made; `undefined` while there is none. */
  #since: SearchChanges[] | undefined

  constructor(deps: CopyDeps<Copy>) {
    this.#deps = deps
  }

  /** To be called with all that the searcher takes in itself. */
  record(changes: SearchChanges): void {
    this.#since?.push(changes)
  }

  readonly begin: BeginDraft = async (slices) => {
    const { copy, apply, finish, take } = this.#deps
    const since: SearchChanges[] = []
    // A list, since a set of many ids takes a while to grow, as much as everything else that grows with the same tool.
    const given: string[] = []
    const end = (): void => {
      if (this.#since === since) this.#since = undefined
    }
    this.#since = since
    const own = await copy(slices).catch((error: unknown) => {
      end()
      throw error
    })
    if (own === undefined) {
      end()
      return undefined
    }
    return {
      apply: (changes) => {
        apply(own, changes)
        for (const id of changes.removals) given.push(id)
        for (const { id } of changes.upserts) given.push(id)
      },
      finish: async () => finish?.(own, slices),
      commit: () => {
        const known = new Set(since.length === 0 ? [] : given)
        for (const { upserts, removals } of since) {
          const isNews = ({ id }: { readonly id: string }): boolean => !known.has(id)
          apply(own, { upserts: upserts.filter(isNews), removals: removals.filter((id) => !known.has(id)) })
        }
        end()
        take(own)
      },
      discard: end,
    }
  }
}
