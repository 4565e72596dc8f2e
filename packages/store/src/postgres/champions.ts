import type { Clock } from '@toolscout/model'
import { type Bm25fParameters, lengthNormalization } from '@toolscout/search'
import type { Ask, Database } from './database.ts'
import { frequencyScale } from './forward-row.ts'
import {
  CHOOSE_CHAMPIONS,
  DROP_EMPTY_TERMS,
  FORGET_CHAMPIONS,
  FREQUENT_TERMS,
  NEEDS_CHAMPIONS,
  NOTE_CHAMPIONS,
  READ_TOTALS,
  TRY_UPKEEP,
} from './sql/upkeep.ts'

/** Champions of a term; more make a search of frequent words alone slower, and hardly better. */
const CHAMPIONS = 2_000
/** Terms whose champions are chosen in one pass over all rows; more would make the sort longer. */
const TERMS_AT_ONCE = 512

/**
 * Chooses the best tools of each frequent term anew, where the catalog has changed by more than a tenth since and no
 * other node is at it. A search whose words are all frequent looks at these; being out of date costs it tools that
 * came meanwhile, and its answer never says `exact` then.
 */
async function chooseChampions(
  { database, parameters, frequent }: ChampionParts,
  always: boolean,
): Promise<void> {
  const { unit } = frequencyScale(parameters)
  await database.transact('read committed', async (ask) => {
    if (!(await says(ask, TRY_UPKEEP, 'taken'))) return
    if (!always && !(await says(ask, NEEDS_CHAMPIONS, 'needed', [frequent]))) return
    await ask({ ...NOTE_CHAMPIONS, values: [] })
    const [totals] = await ask({ ...READ_TOTALS, values: [] })
    const average = Number(totals?.total_length) / Number(totals?.documents)
    const { flat, slope } = lengthNormalization(parameters, average)
    const rows = await ask({ ...FREQUENT_TERMS, values: [frequent] })
    const hashes = rows.map(({ hash }) => Number(hash))
    await ask({ ...FORGET_CHAMPIONS, values: [] })
    for (let start = 0; start < hashes.length; start += TERMS_AT_ONCE) {
      const some = hashes.slice(start, start + TERMS_AT_ONCE)
      await ask({ ...CHOOSE_CHAMPIONS, values: [CHAMPIONS, unit, flat, slope, some] })
    }
    await ask({ ...DROP_EMPTY_TERMS, values: [] })
  })
}

async function says(
  ask: Ask,
  statement: { readonly text: string },
  column: string,
  values: readonly unknown[] = [],
): Promise<boolean> {
  const [row] = await ask({ ...statement, values })
  return row?.[column] === true
}

/** Keeps champions up to date. */
export interface ChampionKeeper {
  /** So many tools changed. Never throws and never waits. */
  readonly touched: (tools: number) => void
  /** Chooses champions now, however few tools changed. */
  readonly choose: () => Promise<void>
  /** Waits for what is being done. */
  readonly close: () => Promise<void>
}

/** What a keeper works with. */
export interface ChampionParts {
  readonly database: Pick<Database, 'transact'>
  readonly parameters: Bm25fParameters
  /** Tools of a term that is frequent. */
  readonly frequent: number
  readonly clock: Clock
}

/** Tools that change before somebody looks, and the time until then: whoever fills a catalog is still at it. */
const TOUCHES = 1_000
const DELAY_MS = 30_000

/** Creates a {@link ChampionKeeper}. */
export function createChampionKeeper(parts: ChampionParts): ChampionKeeper {
  let touches = 0
  let stopClock: (() => void) | undefined
  let work: Promise<void> | undefined
  const look = (): void => {
    stopClock = undefined
    touches = 0
    // Champions can always be chosen later, and searches do without.
    work = chooseChampions(parts, false).catch(() => undefined)
  }
  return {
    touched: (tools) => {
      touches += tools
      if (touches >= TOUCHES) stopClock ??= parts.clock.after(DELAY_MS, look, { background: true })
    },
    choose: () => chooseChampions(parts, true),
    close: async () => {
      stopClock?.()
      await work
    },
  }
}
