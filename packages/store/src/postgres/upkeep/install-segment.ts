import type { Ask, Database } from '../database.ts'
import { lockCatalog } from '../lock-catalog.ts'
import {
  FORGET_DELTA,
  FORGET_TOMBSTONES,
  NOTE_LAYOUT,
  NOTE_SEALED,
  OPEN_SEGMENT,
  RETIRE_SEGMENTS,
} from '../sql/segments.ts'
import { lostUpkeep, type NumberRange } from './segment-builder.ts'

/** A segment that takes the place of others, or of what was appended. */
export interface Replacement extends NumberRange {
  /** Absent where no document is left. */
  readonly id: number | undefined
  readonly replaces: readonly number[]
  /** Whether it takes the place of what was appended. */
  readonly seals: boolean
  /** The revision its documents were there at; whatever is gone since stays marked as gone. */
  readonly revision: number
}

/** Puts a segment in its place, in a transaction of its own. */
export async function installSegment(
  database: Pick<Database, 'transact'>,
  replacement: Replacement,
): Promise<void> {
  await database.transact('read committed', async (ask) => {
    await lockCatalog(ask)
    await replaceSegments(ask, replacement)
  })
}

async function replaceSegments(
  ask: Ask,
  { id, first, last, replaces, seals, revision }: Replacement,
): Promise<void> {
  const retired = await ask({ ...RETIRE_SEGMENTS, values: [replaces] })
  if (retired.length !== replaces.length) throw lostUpkeep()
  if (id !== undefined) {
    const [opened] = await ask({ ...OPEN_SEGMENT, values: [id] })
    if (opened === undefined) throw lostUpkeep()
  }
  await ask({ ...FORGET_TOMBSTONES, values: [first, last, revision] })
  if (!seals) {
    await ask({ ...NOTE_LAYOUT, values: [] })
    return
  }
  const [sealed] = await ask({ ...NOTE_SEALED, values: [first - 1, last] })
  if (sealed === undefined) throw lostUpkeep()
  await ask({ ...FORGET_DELTA, values: [last] })
}
