import { rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { JsonObject } from '@toolscout/model'
import type { ConfigEditor } from '../config/edit-config.ts'
import { readWhole } from '../config/read-text.ts'
import { replaceFile, requireWritable } from '../edit/replace-file.ts'
import { sameJson } from '../edit/server-map.ts'
import { CliError } from '../errors.ts'
import type { ClientFile } from './client-files.ts'
import type { AddedServer, Connection } from './connection-folder.ts'
import type { PlannedMove } from './plan-moves.ts'

/** Two files that change together, as they are and as they shall be. */
export interface PlannedChange {
  readonly place: ClientFile
  /** The program's file as it was read; `undefined` where there was none. */
  readonly original: string | undefined
  /** The program's file as it shall be; `null` for none. */
  readonly text: string | null
  readonly own: ConfigEditor
}

/**
 * Writes our own file first, so that a server is never in neither; where the program's file cannot be written, ours is
 * put back. Rejects with `CONFIG_FILE_INVALID`.
 */
export async function applyChange({ place, original, text, own }: PlannedChange): Promise<void> {
  await requireWritable(place.file)
  if ((await readWhole(place.file)) !== original)
    throw new CliError(
      'CONFIG_FILE_INVALID',
      `${place.file} was changed by another program just now. Nothing was written; run this again.`,
    )
  await own.save()
  try {
    if (text !== null) return await replaceFile(place.file, text)
    await rm(place.file, { force: true })
    // The folder was made for it, unless something else is there.
    await rmdir(dirname(place.file)).catch(() => {})
  } catch (error) {
    await own.undo()
    throw error
  }
}

/** Puts servers into our own file; says what was there before. One that is there in the same words is not touched. */
export function addMoved(moves: readonly PlannedMove[], own: ConfigEditor): readonly AddedServer[] {
  return moves.flatMap(({ name, entry }) => {
    const before = own.entry(name) ?? null
    if (sameJson(before, entry)) return []
    own.put(name, entry)
    return [{ name, entry, before }]
  })
}

/**
 * Takes servers out of our own file again, unless they were changed there or another program counts on them. A file that
 * was made for them goes with the last one.
 */
export function takeAdded(
  { added, hasMadeConfig }: Connection,
  own: ConfigEditor,
  others: readonly Connection[],
): void {
  const needed = new Set(others.flatMap(({ moved }) => moved))
  for (const { name, entry, before } of added) {
    if (needed.has(name) || !sameJson(own.entry(name), entry)) continue
    if (before === null) own.remove(name)
    else own.put(name, before)
  }
  if (hasMadeConfig) own.clearEmpty()
}

/** The entries of a map but for one. */
export function without(servers: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(servers).filter(([one]) => one !== name))
}
