import { createCatalogSearch } from '@toolscout/evaluation'
import { createLexicalSearcher } from '@toolscout/search'
import {
  createBuiltInRetriever,
  createGatedFusion,
  createReciprocalRankFusion,
  createWeightedSumFusion,
} from '@toolscout/semantic'
import type { ReadSet } from '../../command/read-sets.ts'
import { type NamedSearch, WORDS_SEARCH } from '../searchers.ts'
import { type Arm, atRandom, emptied, fuseArms, inverted } from './arm.ts'
import { readRunArms } from './read-run-arms.ts'

/** How the arm that leads is called. */
export const WORDS: string = WORDS_SEARCH.name

const FUSIONS = [createGatedFusion(), createReciprocalRankFusion(), createWeightedSumFusion()]
const [GATED] = FUSIONS as [(typeof FUSIONS)[number]]

/** What arms are made with. */
export interface ArmOptions {
  /** Of what is drawn at random. */
  readonly seed: number
  /** A table of token vectors. Default: the one that comes with Toolscout. */
  readonly table: Uint8Array | undefined
}

/** Words alone, every other arm alone, and words with each of them by every fusion; by the default, also spoilt. */
export async function listArmSearches(
  set: ReadSet,
  { seed, table }: ArmOptions,
): Promise<readonly NamedSearch[]> {
  const { tools } = set
  const { search } = createCatalogSearch(tools, { searcher: createLexicalSearcher() })
  const words: Arm = { name: WORDS, weight: 1, search }
  const { searcher, ...arm } = createBuiltInRetriever({ table })
  const { search: ask } = createCatalogSearch(tools, { searcher })
  const meaning: Arm = { name: searcher.name, ...arm, search: ask }
  const runs = await readRunArms(set)
  return [
    alone(words),
    ...[meaning, ...runs].flatMap((arm) => [
      alone(arm),
      ...FUSIONS.map((fusion) => ({
        name: `${fusion.name} ${arm.name}`,
        create: () => fuseArms([words, arm], fusion),
      })),
    ]),
    ...runs.flatMap((arm) =>
      [atRandom(arm, tools, seed), inverted(arm), emptied(arm)].map((spoilt) => ({
        name: `${GATED.name} ${spoilt.name}`,
        create: () => fuseArms([words, spoilt], GATED),
      })),
    ),
  ]
}

function alone({ name, search }: Arm): NamedSearch {
  return { name, create: () => search }
}
