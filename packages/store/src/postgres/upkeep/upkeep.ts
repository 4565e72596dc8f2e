import { randomUUID } from 'node:crypto'
import type { Clock } from '@toolscout/model'
import { pause } from '@toolscout/model/internal'
import type { Database } from '../database.ts'
import { DROP_UNUSED, LEAVE_UPKEEP, READ_UNSEALED, TAKE_UPKEEP, WEIGH_SEGMENTS } from '../sql/segments.ts'
import { chooseMerge, joinAll, type SegmentWeight, type UpkeepPolicy } from './merge-policy.ts'
import { type MergedSegment, mergeSegments } from './merge-segments.ts'
import { sealDelta } from './seal.ts'
import { lostUpkeep } from './segment-builder.ts'

/** Tends the search index in the background, one node for all. */
export interface Upkeep {
  /** Looks in the background whether anything is to be done. Never throws and never waits. */
  readonly begin: () => void
  /** So many documents are not sealed. Never throws and never waits. */
  readonly noteUnsealed: (documents: number) => void
  /** Waits while far more was appended than is sealed, until that is sealed or cannot be. Merges are not waited for. */
  readonly relief: () => Promise<void>
  /** Seals what there is and merges it into as few segments as there may be, now. */
  readonly optimize: () => Promise<void>
  /** Waits for what is being done. */
  readonly close: () => Promise<void>
}

/** What upkeep is made of. */
export interface UpkeepParts {
  readonly database: Pick<Database, 'ask' | 'transact'>
  readonly clock: Clock
  readonly policy: UpkeepPolicy
}

/** Searches that began before segments were replaced have this long to end; later ones begin anew. */
const GRACE_MS = 10_000
/** Unsealed documents, in sealed ones, at which appends wait. */
const TOO_MANY = 4
/** Who waits for another node to be done looks as often. */
const WAIT_MS = 100

/** Creates an {@link Upkeep}. */
export function createUpkeep({ database, clock, policy }: UpkeepParts): Upkeep {
  const token = randomUUID()
  const { bytesAtOnce } = policy
  let last: Promise<void> | undefined
  let unsealed = 0
  let isClosed = false
  /** Appends that go on once enough is sealed. */
  const waiting = new Set<() => void>()
  let stopClock: (() => void) | undefined

  /** Works one after the other. */
  const enqueue = (task: () => Promise<void>): Promise<void> => {
    const before = last
    const running = (async () => {
      await before
      await task()
    })()
    const settled = running.catch(() => undefined)
    last = settled
    void settled.then(() => {
      if (last === settled) last = undefined
    })
    return running
  }
  const isOurs = async (): Promise<boolean> => {
    const [row] = await database.ask({ ...TAKE_UPKEEP, values: [token, policy.leaseMs] })
    return row?.taken === true
  }
  const keepOn = async (): Promise<void> => {
    if (!(await isOurs())) throw lostUpkeep()
  }
  const drop = (olderMs: number): Promise<unknown> => database.ask({ ...DROP_UNUSED, values: [olderMs] })
  /** Seals while there is that much to be sealed; says whether there was. */
  const seal = async (least: number): Promise<boolean> => {
    for (let isSealed = false; ; isSealed = true) {
      const [row] = await database.ask({ ...READ_UNSEALED, values: [] })
      unsealed = Number(row?.unsealed)
      if (unsealed < least) {
        for (const goOn of waiting) goOn()
        waiting.clear()
        return isSealed
      }
      await keepOn()
      await sealDelta({ database, keepOn, bytesAtOnce }, policy.mostSealed)
    }
  }
  /**
   * Merges neighbours. What is appended meanwhile is sealed between two slices of a large merge, and smaller ones are
   * made of segments behind `last`, so that neither appends nor searches wait for it to end.
   */
  const merge = async (chosen: readonly WeighedSegment[], last = chosen.at(-1)?.last ?? 0): Promise<void> => {
    await keepOn()
    const documents = documentsOf(chosen)
    const keepUp = async (): Promise<void> => {
      await keepOn()
      if (!isClosed && (await seal(policy.sealDocuments))) await mergeBehind(last, documents / 2)
    }
    await mergeSegments({ database, keepOn: keepUp, bytesAtOnce }, chosen)
  }
  /** Merges what is to be merged of the segments behind a number, as long as that is fewer than so many documents. */
  const mergeBehind = async (number: number, fewer: number): Promise<void> => {
    while (!isClosed) {
      const segments = (await listSegments(database)).filter(({ first }) => first > number)
      const chosen = chooseMerge(segments, policy)
      if (chosen.length === 0 || documentsOf(chosen) >= fewer) return
      await merge(chosen)
    }
  }
  const tend = async (): Promise<void> => {
    if (isClosed || !(await isOurs())) return
    try {
      await drop(GRACE_MS)
      while (!isClosed) {
        await seal(policy.sealDocuments)
        const chosen = chooseMerge(await listSegments(database), policy)
        if (chosen.length === 0) break
        await merge(chosen)
      }
    } finally {
      await database.ask({ ...LEAVE_UPKEEP, values: [token] })
    }
    if (!isClosed) stopClock ??= clock.after(2 * GRACE_MS, clean, { background: true })
  }
  const clean = (): void => {
    stopClock = undefined
    enqueue(async () => {
      if (isClosed || !(await isOurs())) return
      await drop(GRACE_MS)
      await database.ask({ ...LEAVE_UPKEEP, values: [token] })
    }).catch(() => undefined)
  }
  const begin = (): void => {
    // What cannot be tended now is tended later, by this node or another.
    if (last === undefined) enqueue(tend).catch(() => undefined)
  }
  return {
    begin,
    noteUnsealed: (documents) => {
      unsealed = documents
      if (documents >= policy.sealDocuments) begin()
    },
    relief: async () => {
      if (last === undefined || unsealed < TOO_MANY * policy.sealDocuments) return
      await Promise.race([last, new Promise<void>((resolve) => waiting.add(resolve))])
    },
    optimize: () =>
      enqueue(async () => {
        while (!(await isOurs())) await pause(clock, WAIT_MS, new AbortController().signal)
        try {
          await drop(GRACE_MS)
          await seal(1)
          const segments = await listSegments(database)
          for (const group of joinAll(segments, policy)) await merge(group, segments.at(-1)?.last)
          await drop(0)
        } finally {
          await database.ask({ ...LEAVE_UPKEEP, values: [token] })
        }
      }),
    close: async () => {
      isClosed = true
      stopClock?.()
      await last
    },
  }
}

type WeighedSegment = MergedSegment & SegmentWeight

function documentsOf(segments: readonly WeighedSegment[]): number {
  return segments.reduce((sum, { documents }) => sum + documents, 0)
}

async function listSegments({ ask }: Pick<Database, 'ask'>): Promise<readonly WeighedSegment[]> {
  return (await ask({ ...WEIGH_SEGMENTS, values: [] })).map((row) => ({
    id: Number(row.id),
    first: Number(row.first),
    last: Number(row.last),
    documents: Number(row.documents),
    pages: Number(row.pages),
    dead: Number(row.dead),
  }))
}
