import type { SearchFunction } from '@toolscout/evaluation'
import type { MeasuredAnswer } from '@toolscout/evaluation/internal'
import type { Hit, Verdict } from '@toolscout/model'
import { judgmentOf } from '@toolscout/search/internal'
import type { Fusion } from '@toolscout/semantic'
import { type RetrieverRanking, windowOf } from '@toolscout/semantic/internal'
import { createRandom } from '../../corpus/random.ts'

/** What an arm answers: a ranking, and how sure it is where it can tell. */
export interface ArmAnswer extends MeasuredAnswer {
  readonly verdict?: Verdict | undefined
}

/** One of several rankings that are fused. */
export interface Arm {
  readonly name: string
  /** What it counts beside the others. */
  readonly weight: number
  readonly ungated?: boolean | undefined
  readonly minScoreAlone?: number | undefined
  readonly search: (...parameters: Parameters<SearchFunction>) => Promise<ArmAnswer>
}

/** What comes of fusing arms, the first of which leads. */
export function fuseArms(arms: readonly Arm[], fusion: Fusion): SearchFunction {
  return async (query, { signal }) => {
    const rankings = await Promise.all(
      arms.map(async ({ name, search, ...arm }, i): Promise<RetrieverRanking> => {
        const limit = windowOf(fusion, i)
        const { hits, verdict } = await search(query, { limit, signal })
        const { confidence } = verdict ?? {}
        const keeps = judgmentOf(verdict)?.shareKept
        return { retriever: name, ...arm, hits: hits.slice(0, limit), confidence, keeps }
      }),
    )
    return { hits: fusion.fuse(rankings) }
  }
}

/** The arm with the same scores for tools drawn at random. */
export function atRandom(arm: Arm, tools: readonly { readonly id: string }[], seed: number): Arm {
  let stream = 0
  return derived(arm, 'random', (hits) => {
    const random = createRandom(seed, stream)
    stream += 1
    const left = tools.map(({ id }) => id)
    return hits.slice(0, left.length).map(({ score }) => {
      const [id = ''] = left.splice(random.below(left.length), 1)
      return { id, score }
    })
  })
}

/** The arm upside down: its last tool with the score of its first. */
export function inverted(arm: Arm): Arm {
  return derived(arm, 'inverted', (hits) =>
    hits.map(({ id }, i) => ({ id, score: (hits.at(-1 - i) as Hit).score })).reverse(),
  )
}

/** The arm that finds nothing. */
export function emptied(arm: Arm): Arm {
  return derived(arm, 'empty', () => [])
}

function derived(arm: Arm, how: string, change: (hits: readonly Hit[]) => readonly Hit[]): Arm {
  return {
    name: `${how} ${arm.name}`,
    weight: arm.weight,
    search: async (query, options) => ({ hits: change((await arm.search(query, options)).hits) }),
  }
}
