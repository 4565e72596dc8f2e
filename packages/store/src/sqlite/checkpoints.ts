import {
  closeSync,
  copyFileSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Checkpoint } from '@toolscout/model'
import { createSlices, createTurns, type Slices, stepByStep } from '@toolscout/model/internal'
import { checkCheckpoint } from '../check-requests.ts'
import { toFileError } from './failures.ts'
import { crcOf, numberOf, select, textOf } from './rows.ts'
import type { Session } from './session.ts'

/** What a store does with files beside its database. */
export interface FileSystem {
  /** Writes a new file of the owner's alone; it is on the disk when this resolves. This thread does not wait for it. */
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>
  /** Reads a file, and yields after each piece; `undefined` where there is none. */
  readonly read: (path: string) => Generator<void, Uint8Array | undefined>
  readonly rename: (from: string, to: string) => void
  readonly copy: (from: string, to: string) => void
  /** Without effect where there is none. */
  readonly remove: (path: string) => void
  /** As `remove`. This thread does not wait for it: a large file takes a while. */
  readonly discard: (path: string) => Promise<void>
  /** Names in a folder. */
  readonly list: (folder: string) => readonly string[]
}

/** The files of this machine. */
export const systemFiles: FileSystem = Object.freeze({
  write: async (path: string, bytes: Uint8Array) => {
    await rm(path, { force: true })
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    syncFolder(path)
  },
  read: function* (path: string) {
    const file = openIfThere(path)
    if (file === undefined) return undefined
    try {
      const bytes = new Uint8Array(fstatSync(file).size)
      for (let at = 0; at < bytes.length; ) {
        const read = readSync(file, bytes, at, Math.min(PIECE_BYTES, bytes.length - at), at)
        if (read === 0) return bytes.subarray(0, at)
        at += read
        yield
      }
      return bytes
    } finally {
      closeSync(file)
    }
  },
  rename: (from: string, to: string) => {
    renameSync(from, to)
    syncFolder(to)
  },
  copy: (from: string, to: string) => copyFileSync(from, to),
  remove: (path: string) => rmSync(path, { force: true }),
  discard: (path: string) => rm(path, { force: true }),
  list: (folder: string) => readdirSync(folder),
})

/** What is read, or checked, at once: a fraction of a millisecond, of memory that is new a millisecond or two. */
const PIECE_BYTES = 1024 * 1024

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
    throw error
  }
}

/** A name is on the disk when its folder is. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const FIND = `select ${select({ revision: 'integer', file: 'bytes', crc: 'integer' })} from checkpoints where name = ?`
const LIST = `select ${select({ file: 'bytes' })} from checkpoints`
const SAVE = 'insert or replace into checkpoints (name, revision, file, crc) values (?, ?, ?, ?)'

/** What stands between the name of a database and that of its checkpoint. */
const INFIX = '-checkpoint-'

/**
 * Checkpoints lie in files beside the database: they are tens of megabytes in one piece, which SQLite would write twice
 * and read page by page. A row names the file, without the name of the database, which may be renamed or copied, and its
 * checksum, so that file and row are one or the checkpoint is none.
 */
export class Checkpoints {
  readonly #session: Session
  readonly #inTurn = createTurns()
  readonly #files: FileSystem
  readonly #folder: string
  readonly #prefix: string

  constructor(session: Session, files: FileSystem) {
    this.#session = session
    this.#files = files
    this.#folder = dirname(session.path)
    this.#prefix = `${basename(session.path)}${INFIX}`
  }

  /** In slices, so that nothing else waits long; one at a time, so that none takes a file away that another has yet to name. */
  save(name: string, checkpoint: Checkpoint): Promise<void> {
    return this.#inTurn(async () => {
      this.#session.requireWritable()
      const { revision, bytes } = checkpoint
      const latest = this.#session.read((_, state) => state.revision)
      checkCheckpoint(name, checkpoint, latest)
      const bytesCrc = await stepByStep(crcInSteps(bytes), createSlices())
      const file = `${name}-${revision}-${bytesCrc.toString(16)}`
      await this.#onFiles(this.#files.write(join(this.#folder, this.#prefix + file), bytes))
      this.#session.write((connection, state) => {
        connection.run(SAVE, name, revision, file, crcOf(name, revision, file, bytesCrc))
        return state
      })
      // What is left over is no part of the store; the next sweep finds it.
      await this.#sweep().catch(() => {})
    })
  }

  /** Reads in slices, so that nothing else waits long. */
  async load(name: string): Promise<Checkpoint | undefined> {
    return (await this.#find(name)).checkpoint
  }

  /** Whether there are bytes under a name that are not those which were saved; where there are none, they are only lost. */
  async isDamaged(name: string): Promise<boolean> {
    const { isThere, checkpoint } = await this.#find(name)
    return isThere && checkpoint === undefined
  }

  async #find(name: string): Promise<{ readonly isThere: boolean; readonly checkpoint?: Checkpoint }> {
    const row = this.#session.read((connection) => connection.get(FIND, name))
    if (row === undefined) return { isThere: false }
    const [revision, file] = [numberOf(row, 'revision'), textOf(row, 'file')]
    // A damaged name must not lead out of the folder.
    if (basename(file) !== file) return { isThere: true }
    const slices = createSlices()
    const bytes = await this.#onFiles(this.#read(file, slices))
    if (bytes === undefined) return { isThere: false }
    const bytesCrc = await stepByStep(crcInSteps(bytes), slices)
    if (crcOf(name, revision, file, bytesCrc) !== row.crc) return { isThere: true }
    return { isThere: true, checkpoint: { revision, bytes } }
  }

  /** Of a database that was renamed, or copied within its folder, the file still has the name of before. */
  async #read(file: string, slices: Slices): Promise<Uint8Array | undefined> {
    const readFile = async (name: string): Promise<Uint8Array | undefined> => {
      return stepByStep(this.#files.read(join(this.#folder, name)), slices)
    }
    const own = await readFile(this.#prefix + file)
    if (own !== undefined) return own
    const other = this.#files.list(this.#folder).find((name) => name.endsWith(INFIX + file))
    return other === undefined ? undefined : readFile(other)
  }

  /** Takes away files that no row names, such as after a crash between file and row. */
  sweep(): Promise<void> {
    return this.#inTurn(() => this.#onFiles(this.#sweep()))
  }

  async #sweep(): Promise<void> {
    const rows = this.#session.read((connection) => connection.all(LIST))
    const named = new Set(rows.map((row) => this.#prefix + textOf(row, 'file')))
    for (const name of this.#files.list(this.#folder)) {
      if (name.startsWith(this.#prefix) && !named.has(name))
        await this.#files.discard(join(this.#folder, name))
    }
  }

  /** As `toFileError` says what work on files rejects with. */
  async #onFiles<Result>(work: Promise<Result>): Promise<Result> {
    return work.catch((error: unknown) => {
      throw toFileError(error, this.#session.path)
    })
  }
}

function* crcInSteps(bytes: Uint8Array): Generator<void, number> {
  let crc = 0
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    crc = crc32(bytes.subarray(at, at + PIECE_BYTES), crc)
    yield
  }
  return crc
}
