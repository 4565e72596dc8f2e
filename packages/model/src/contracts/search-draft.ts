import type { Slices } from '../internal/async/clock.ts'
import type { SearchChanges, Searcher } from './searcher.ts'

/** Changes that a searcher takes in little by little, and shows at once. */
export interface SearchDraft {
  /** As `apply` of a searcher; no search sees it before the commit. */
  readonly apply: Searcher['apply']
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

const drafts = new WeakMap<Searcher['apply'], BeginDraft>()

/**
 * Says how a searcher begins a draft. By its `apply`: a copy of the searcher that takes changes in another way, such as a
 * wrapper of somebody else's, has no draft, and is given its changes at once.
 */
export function setDraft({ apply }: Pick<Searcher, 'apply'>, begin: BeginDraft): void {
  drafts.set(apply, begin)
}

/** The way to begin a draft of a searcher, where it has one. */
export function draftOf({ apply }: Searcher): BeginDraft | undefined {
  return drafts.get(apply)
}

/** One draft of several searchers; `undefined` where one of them has none. */
export async function draftOfAll(
  searchers: readonly Searcher[],
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
