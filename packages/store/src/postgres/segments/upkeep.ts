import { randomUUID } from 'node:crypto'
import { type Clock, pause } from '@toolscout/model'
import type { Database } from '../database.ts'
import { DROP_UNUSED, LEAVE_UPKEEP, READ_UNSEALED, TAKE_UPKEEP, WEIGH_SEGMENTS } from '../sql/segments.ts'
import { chooseMerge, joinAll, type SegmentWeight, type UpkeepPolicy } from './merge-policy.ts'
import { type MergedSegment, mergeSegments } from './merge-segments.ts'
import { sealDelta } from './seal.ts'
import { lostUpkeep } from './segment-builder.ts'

/** Tends the search index in the background, one node for all. */
export interface Upkeep {
  /** So many documents are not sealed. Never throws and never waits. */
  readonly noteUnsealed: (documents: number) => void
  /** Waits for what is being done while far more was appended than could be sealed. */
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
  let last: Promise<void> | undefined
  let unsealed = 0
  let isClosed = false
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
  const parts = { database, keepOn }
  const drop = (olderMs: number): Promise<unknown> => database.ask({ ...DROP_UNUSED, values: [olderMs] })
  const seal = async (least: number): Promise<void> => {
    for (;;) {
      const [row] = await database.ask({ ...READ_UNSEALED, values: [] })
      unsealed = Number(row?.unsealed)
      if (unsealed < least) return
      await keepOn()
      await sealDelta(parts, policy.mostSealed)
    }
  }
  const merge = async (
    chosen: readonly SegmentWeight[],
    segments: readonly MergedSegment[],
  ): Promise<void> => {
    await keepOn()
    const ids = new Set(chosen.map(({ id }) => id))
    await mergeSegments(
      parts,
      segments.filter(({ id }) => ids.has(id)),
    )
  }
  const tend = async (): Promise<void> => {
    if (isClosed || !(await isOurs())) return
    try {
      await drop(GRACE_MS)
      while (!isClosed) {
        await seal(policy.sealDocuments)
        const segments = await listSegments(database)
        const chosen = chooseMerge(segments, policy)
        if (chosen.length === 0) break
        await merge(chosen, segments)
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
  return {
    noteUnsealed: (documents) => {
      unsealed = documents
      // What cannot be tended now is tended later, by this node or another.
      if (documents >= policy.sealDocuments && last === undefined) enqueue(tend).catch(() => undefined)
    },
    relief: async () => {
      if (unsealed >= TOO_MANY * policy.sealDocuments) await last
    },
    optimize: () =>
      enqueue(async () => {
        while (!(await isOurs())) await pause(clock, WAIT_MS, new AbortController().signal)
        try {
          await drop(GRACE_MS)
          await seal(1)
          const segments = await listSegments(database)
          for (const group of joinAll(segments, policy)) await merge(group, segments)
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

async function listSegments({
  ask,
}: Pick<Database, 'ask'>): Promise<readonly (MergedSegment & SegmentWeight)[]> {
  return (await ask({ ...WEIGH_SEGMENTS, values: [] })).map((row) => ({
    id: Number(row.id),
    first: Number(row.first),
    last: Number(row.last),
    documents: Number(row.documents),
    pages: Number(row.pages),
    dead: Number(row.dead),
  }))
}
