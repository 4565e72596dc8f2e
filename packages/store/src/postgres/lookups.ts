import {
  type CatalogItem,
  type CatalogRecord,
  type Checkpoint,
  compareIds,
  type EmbeddingCache,
  StoreDamagedError,
} from '@toolscout/model'
import { checkCheckpoint } from '../check-requests.ts'
import { type Ask, isStorable } from './database.ts'
import { STORE } from './failures.ts'
import { readRecord, readValue } from './history.ts'

/** The latest revision, and the first whose changes are still known. */
export const READ_REVISION = { name: 'revision', text: `select revision, forgotten from catalog` }
const GET_RECORDS = { name: 'get', text: `select id, record from tool where id = any($1::text[])` }
const READ_ITEMS = { name: 'items', text: `select key, value from item where kind = $1` }
const SAVE_CHECKPOINT = {
  text: `insert into checkpoint (name, revision, bytes) values ($1, $2, $3)
on conflict (name) do update set revision = excluded.revision, bytes = excluded.bytes`,
}
/** Bytes that are read at once: they come as text, twice as long, and nothing else runs while that is read. */
const PIECE = 2 ** 20
/** A piece of a checkpoint, and what tells it from the next that is saved under its name. */
const LOAD_PIECE = {
  name: 'checkpoint',
  text: `select revision, xmin::text as version, octet_length(bytes) as length, substr(bytes, $2, ${PIECE}) as piece
from checkpoint where name = $1`,
}
const GET_VECTORS = {
  name: 'vectors',
  text: `select key, vector from embedding where key = any($1::text[])`,
}
const SET_VECTORS = {
  text: `insert into embedding (key, vector) select * from unnest($1::text[], $2::bytea[])
on conflict (key) do update set vector = excluded.vector`,
}

/** Reads which revisions can be asked about. */
export async function readRange(ask: Ask): Promise<{ readonly latest: number; readonly oldest: number }> {
  const [row] = await ask(READ_REVISION)
  return { latest: Number(row?.revision), oldest: Number(row?.forgotten) }
}

/** Reads and writes that are one statement each. */
export class Lookups implements EmbeddingCache {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async records(ids: readonly string[]): Promise<readonly (CatalogRecord | undefined)[]> {
    const rows = await this.#ask(GET_RECORDS, [ids.filter(isStorable)])
    const texts = new Map(rows.map((row) => [row.id as string, row.record as string]))
    return ids.map((id) => {
      const text = texts.get(id)
      return text === undefined ? undefined : readRecord(id, text)
    })
  }

  async items(kind: string): Promise<readonly CatalogItem[]> {
    const rows = isStorable(kind) ? await this.#ask(READ_ITEMS, [kind]) : []
    const items = rows.map((row) => {
      const key = row.key as string
      return { kind, key, value: readValue(`${kind} ${key}`, row.value as string) }
    })
    // By code units; the database compares bytes, which differ beyond U+FFFF.
    return items.sort((a, b) => compareIds(a.key, b.key))
  }

  async saveCheckpoint(name: string, checkpoint: Checkpoint): Promise<void> {
    const { revision, bytes } = checkpoint
    const copy = bytes instanceof Uint8Array ? Buffer.from(bytes) : bytes
    checkCheckpoint(name, checkpoint, (await readRange(this.#ask)).latest)
    await this.#ask(SAVE_CHECKPOINT, [name, revision, copy])
  }

  async loadCheckpoint(name: string): Promise<Checkpoint | undefined> {
    const [first] = isStorable(name) ? await this.#ask(LOAD_PIECE, [name, 1]) : []
    if (first === undefined) return undefined
    const bytes = new Uint8Array(Number(first.length))
    bytes.set(first.piece as Uint8Array)
    for (let at = PIECE; at < bytes.length; at += PIECE) {
      const [row] = await this.#ask(LOAD_PIECE, [name, at + 1])
      // Another was saved meanwhile.
      if (row?.version !== first.version) return this.loadCheckpoint(name)
      bytes.set(row?.piece as Uint8Array, at)
    }
    return { revision: Number(first.revision), bytes }
  }

  /** Vectors, in little-endian order on every machine that has a database driver. */
  async get(keys: readonly string[]): Promise<readonly (Float32Array | undefined)[]> {
    const rows = await this.#ask(GET_VECTORS, [keys.filter(isStorable)])
    const vectors = new Map(rows.map((row) => [row.key as string, toVector(row.vector as Uint8Array)]))
    return keys.map((key) => vectors.get(key)?.slice())
  }

  async set(entries: Parameters<EmbeddingCache['set']>[0]): Promise<void> {
    const vectors = new Map(entries)
    const bytes = Array.from(vectors.values(), (vector) =>
      Buffer.from(vector.buffer.slice(vector.byteOffset, vector.byteOffset + vector.byteLength)),
    )
    await this.#ask(SET_VECTORS, [[...vectors.keys()], bytes])
  }
}

function toVector(bytes: Uint8Array): Float32Array {
  if (bytes.length % Float32Array.BYTES_PER_ELEMENT === 0) {
    return new Float32Array(new Uint8Array(bytes).buffer)
  }
  throw new StoreDamagedError(STORE, 'A vector has a part of a number.')
}
