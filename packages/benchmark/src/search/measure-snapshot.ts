import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineIndex } from '../engines/engine.ts'
import { TOP } from './job.ts'
import { timed } from './stopwatch.ts'

/** What saving and restoring an index cost. */
export interface SnapshotFigures {
  readonly saveMs: number | null
  readonly loadMs: number | null
  readonly savedBytes: number | null
  /** What went wrong, as a sentence. */
  readonly problem?: string
}

/** Answers that must be the same before and after. */
const COMPARED_QUERIES = 5

const NONE: SnapshotFigures = { saveMs: null, loadMs: null, savedBytes: null }

/** Saves and restores an index, if it can be, and looks whether it still answers alike. */
export async function measureSnapshot(
  index: EngineIndex,
  queries: readonly string[],
): Promise<SnapshotFigures> {
  if (index.save === undefined) return NONE
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-bench-'))
  try {
    globalThis.gc?.()
    const saved = await timed(async () => index.save?.(folder))
    if (saved.result === undefined) return NONE
    const { bytes, restore } = saved.result
    globalThis.gc?.()
    const restored = await timed(restore)
    const figures = { saveMs: saved.elapsedMs, loadMs: restored.elapsedMs, savedBytes: bytes }
    const isAlike = await answersAlike(index, restored.result, queries.slice(0, COMPARED_QUERIES))
    restored.result.close()
    return isAlike ? figures : { ...figures, problem: 'answers differently once restored' }
  } catch (error) {
    return { ...NONE, problem: `cannot be saved and restored: ${String(error)}` }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function answersAlike(
  index: EngineIndex,
  restored: EngineIndex,
  queries: readonly string[],
): Promise<boolean> {
  for (const query of queries) {
    const [before, after] = [await index.search(query, TOP), await restored.search(query, TOP)]
    if (before.join('\n') !== after.join('\n')) return false
  }
  return true
}
