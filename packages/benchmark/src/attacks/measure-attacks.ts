import { type CatalogTool, createCatalogSearch, evaluateSearch, type Judgments } from '@toolscout/evaluation'
import type { SearchEvaluation } from '@toolscout/evaluation/internal'
import { createTunedLexicalSearcher, type RankingOptions } from '@toolscout/search/internal'
import type { CommandTools } from '../command/evaluation-command.ts'
import { createFlood, type FloodPlan } from './flooding.ts'
import { ATTACK_PREFIX, createStuffedTools, STUFFING_KINDS, type StuffingKind } from './stuffing.ts'

/** The metrics that attacks are measured by. */
const NDCG = 'ndcg@10'
const RECALL = 'recall@10'
/** Places at the top where an added tool is counted. */
const TOP = 3

/** The floods of every set. */
const FLOODS: readonly FloodPlan[] = Object.freeze(
  [0.01, 0.05].flatMap((share) => [
    { share, servers: 1, wording: 'varied' as const },
    { share, servers: 5, wording: 'alike' as const },
    { share, servers: 5, wording: 'varied' as const },
  ]),
)

/** How a ranking is measured. */
export type Defence = 'byDefault' | 'undefended'

/** The ranking by default, and without the signals that are there against attacks; bounds of fields stay. */
const DEFENCES: { readonly [defence in Defence]: RankingOptions } = {
  byDefault: {},
  undefended: { nearDuplicates: 1 },
}

/** What stuffed tools do to a set. Plain data: `JSON.stringify` writes it. */
export interface StuffingEffect {
  readonly kind: StuffingKind
  readonly byDefault: StuffingHarm
  readonly undefended: StuffingHarm
}

/** What stuffed tools spoil. */
export interface StuffingHarm {
  /** nDCG@10 without the attack minus with it. */
  readonly ndcgDrop: number
  /** Share of the judged queries that have a stuffed tool among the first three. */
  readonly inTopThree: number
}

/** What a flood does to a set by recall@10, without the flood minus with it, by default and undefended. */
export interface FloodEffect extends FloodPlan {
  readonly tools: number
  /** Judged queries the flood is aimed at. */
  readonly aimed: number
  readonly byDefault: RecallDrops
  readonly undefended: RecallDrops
}

/** Drops over all judged queries and over those aimed at. */
export interface RecallDrops {
  readonly all: number
  readonly aimed: number
}

/** What all attacks do to one set. */
export interface AttackedSet {
  readonly name: string
  readonly tools: number
  readonly queries: number
  readonly stuffing: readonly StuffingEffect[]
  readonly flooding: readonly FloodEffect[]
}

/** Attacks every set in every way. */
export async function measureAttacks(
  sets: readonly Judgments[],
  seed: number,
  { progress, note, signal }: Pick<CommandTools, 'progress' | 'note' | 'signal'>,
): Promise<readonly AttackedSet[]> {
  const attacked: AttackedSet[] = []
  for (const [i, set] of sets.entries()) {
    const measure = async (
      what: string,
      added: readonly CatalogTool[],
      defence: Defence,
    ): Promise<SearchEvaluation> => {
      progress.show(`set ${i + 1} of ${sets.length}, ${set.name}: ${what}, defence ${defence}`)
      const searcher = createTunedLexicalSearcher({ signals: DEFENCES[defence] })
      const { search, failures } = createCatalogSearch([...set.tools, ...added], { searcher })
      if (failures.length > 0)
        note(`${set.name}, ${what}: ${failures.length} tools cannot be registered, the first: ${failures[0]}`)
      return evaluateSearch(set, search, { metrics: [NDCG, RECALL], depth: 10, signal })
    }
    const clean = {
      byDefault: await measure('clean', [], 'byDefault'),
      undefended: await measure('clean', [], 'undefended'),
    }
    const stuffing: StuffingEffect[] = []
    for (const kind of STUFFING_KINDS) {
      const tools = createStuffedTools(set, kind, seed)
      const harmOf = async (defence: Defence): Promise<StuffingHarm> => {
        const after = await measure(kind, tools, defence)
        return { ndcgDrop: dropOf(clean[defence], after, NDCG), inTopThree: shareInTop(after) }
      }
      stuffing.push({ kind, byDefault: await harmOf('byDefault'), undefended: await harmOf('undefended') })
    }
    const flooding: FloodEffect[] = []
    for (const plan of FLOODS) {
      const { tools, aimedAt } = createFlood(set, plan, seed)
      const dropsOf = async (defence: Defence): Promise<RecallDrops> => {
        const after = await measure('a flood', tools, defence)
        const before = clean[defence]
        return { all: dropOf(before, after, RECALL), aimed: dropOf(before, after, RECALL, aimedAt) }
      }
      const [byDefault, undefended] = [await dropsOf('byDefault'), await dropsOf('undefended')]
      flooding.push({ ...plan, tools: tools.length, aimed: aimedAt.size, byDefault, undefended })
    }
    const queries = clean.byDefault.perQuery.size
    attacked.push({ name: set.name, tools: set.tools.length, queries, stuffing, flooding })
  }
  progress.clear()
  return attacked
}

function dropOf(
  before: SearchEvaluation,
  after: SearchEvaluation,
  metric: string,
  only?: ReadonlySet<string>,
): number {
  const ids = [...before.perQuery.keys()].filter((id) => only === undefined || only.has(id))
  const sum = ids.reduce(
    (total, id) => total + (before.perQuery.get(id)?.[metric] ?? 0) - (after.perQuery.get(id)?.[metric] ?? 0),
    0,
  )
  return ids.length === 0 ? 0 : sum / ids.length
}

function shareInTop({ run, perQuery }: SearchEvaluation): number {
  const hit = [...perQuery.keys()].filter((id) =>
    run.rankings
      .get(id)
      ?.slice(0, TOP)
      .some((tool) => tool.id.startsWith(ATTACK_PREFIX)),
  )
  return perQuery.size === 0 ? 0 : hit.length / perQuery.size
}
