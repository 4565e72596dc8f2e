import { type CatalogItem, type CatalogRecord, type Checkpoint, compareIds } from '@toolscout/model'
import { checkCheckpoint } from '../check-requests.ts'
import type { Ask } from './database.ts'
import { readRecord, readValue } from './records.ts'
import { GET_RECORDS, LOAD_CHECKPOINT, READ_ITEMS, READ_REVISION, SAVE_CHECKPOINT } from './sql/reading.ts'
import { isStorable } from './storable.ts'

/** What a store is asked for at once. */
export interface Reads {
  readonly revision: () => Promise<number>
  /** The latest revision, and the first whose changes are still known. */
  readonly range: () => Promise<{ readonly latest: number; readonly oldest: number }>
  readonly get: (ids: readonly string[]) => Promise<readonly (CatalogRecord | undefined)[]>
  readonly items: (kind: string) => Promise<readonly CatalogItem[]>
  readonly saveCheckpoint: (name: string, checkpoint: Checkpoint) => Promise<void>
  readonly loadCheckpoint: (name: string) => Promise<Checkpoint | undefined>
}

/** Makes the reads of a store. */
export function createReads(ask: Ask): Reads {
  const range: Reads['range'] = async () => {
    const [row] = await ask({ ...READ_REVISION, values: [] })
    return { latest: Number(row?.revision), oldest: Number(row?.forgotten) }
  }
  const revision = async (): Promise<number> => (await range()).latest
  return {
    revision,
    range,
    get: async (ids) => {
      const rows = await ask({ ...GET_RECORDS, values: [ids.filter(isStorable)] })
      const texts = new Map(rows.map((row) => [row.id as string, row.record as string]))
      return ids.map((id) => {
        const text = texts.get(id)
        return text === undefined ? undefined : readRecord(id, text)
      })
    },
    items: async (kind) => {
      const rows = isStorable(kind) ? await ask({ ...READ_ITEMS, values: [kind] }) : []
      // By code units; the database compares bytes, which differ beyond U+FFFF.
      return rows
        .map(({ key, value }) => ({
          kind,
          key: key as string,
          value: readValue(`${kind} ${key}`, value as string),
        }))
        .sort((a, b) => compareIds(a.key, b.key))
    },
    saveCheckpoint: async (name, checkpoint) => {
      const bytes = checkpoint.bytes instanceof Uint8Array ? Buffer.from(checkpoint.bytes) : checkpoint.bytes
      checkCheckpoint(name, checkpoint, await revision())
      await ask({ ...SAVE_CHECKPOINT, values: [name, checkpoint.revision, bytes] })
    },
    loadCheckpoint: async (name) => {
      const [row] = isStorable(name) ? await ask({ ...LOAD_CHECKPOINT, values: [name] }) : []
      if (row === undefined) return undefined
      return { revision: Number(row.revision), bytes: new Uint8Array(row.bytes as Uint8Array) }
    },
  }
}
