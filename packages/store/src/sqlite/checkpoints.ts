import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type Checkpoint, StoreClosedError } from '@toolscout/model'
import {
  type CheckpointPieces,
  createSlices,
  createTurns,
  type OpenCheckpoint,
  stepByStep,
} from '@toolscout/model/internal'
import { checkCheckpoint, checkCheckpointPlace } from '../check-requests.ts'
import { toFileError, unavailable } from './failures.ts'
import type { FileSystem, OpenFile } from './files.ts'
import { crcOf, numberOf, select, textOf } from './rows.ts'
import type { Session } from './session.ts'

const FIND = `select ${select({ revision: 'integer', file: 'bytes', crc: 'integer' })} from checkpoints where name = ?`
const LIST = `select ${select({ file: 'bytes' })} from checkpoints`
const SAVE = 'insert or replace into checkpoints (name, revision, file, crc) values (?, ?, ?, ?)'

/** What stands between the name of a database and that of its checkpoint. */
const INFIX = '-checkpoint-'
/** What is read, checked or written at once: a fraction of a millisecond, of memory that is new a millisecond or two. */
const PIECE_BYTES = 1024 * 1024

/** What the row of a checkpoint says. */
interface CheckpointRow {
  readonly revision: number
  readonly file: string
  /** Of the bytes, as the name of the file says it; NaN where row and name are not one. */
  readonly bytesCrc: number
}

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
  readonly #opened = new Set<() => void>()

  constructor(session: Session, files: FileSystem) {
    this.#session = session
    this.#files = files
    this.#folder = dirname(session.path)
    this.#prefix = `${basename(session.path)}${INFIX}`
  }

  /** As `savePieces` does. */
  async save(name: string, checkpoint: Checkpoint): Promise<void> {
    this.#session.requireWritable()
    const { revision, bytes } = checkpoint
    checkCheckpoint(name, checkpoint, this.#latest())
    return this.savePieces(name, { revision, pieces: piecesOf(bytes) })
  }

  /** In slices, so that nothing else waits long; one at a time, so that none takes a file away that another has yet to name. */
  savePieces(name: string, { revision, pieces }: CheckpointPieces): Promise<void> {
    return this.#inTurn(async () => {
      this.#session.requireWritable()
      checkCheckpointPlace(name, revision, this.#latest())
      let bytesCrc = 0
      const counted = function* (): Generator<Uint8Array> {
        for (const piece of pieces) {
          bytesCrc = crc32(piece, bytesCrc)
          yield piece
        }
      }
      const draft = this.#pathOf(`${name}-draft`)
      await this.#onFiles(this.#files.write(draft, counted()))
      const file = `${name}-${revision}-${bytesCrc.toString(16)}`
      await this.#onFiles((async () => this.#files.rename(draft, this.#pathOf(file)))())
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
    const row = this.#find(name)
    return this.#withFile(row, async (file) => {
      const bytes = new Uint8Array(file.byteLength)
      const isSound = await this.#isSound(row, file, (at, end) => bytes.subarray(at, end))
      return isSound ? { revision: row?.revision as number, bytes } : undefined
    })
  }

  /** Opens what is read by piece, and not checked. */
  async open(name: string): Promise<OpenCheckpoint | undefined> {
    const row = this.#find(name)
    if (row === undefined || Number.isNaN(row.bytesCrc)) return undefined
    const file = await this.#onFiles(this.#open(row.file))
    if (file === undefined) return undefined
    const close = (): void => {
      if (this.#opened.delete(close)) file.close()
    }
    this.#opened.add(close)
    return {
      revision: row.revision,
      byteLength: file.byteLength,
      read: (at, into) => {
        // What its number stands for is another file by now.
        if (!this.#opened.has(close)) throw new StoreClosedError('sqlite')
        const read = this.#readAtOnce(file, at, into)
        if (read === into.length) return
        const message = `The checkpoint ${name} ends at byte ${at + read}: its file was cut.`
        throw unavailable(message, 'unchanged', undefined)
      },
      close,
    }
  }

  /** Closes all that is open. */
  close(): void {
    for (const close of this.#opened) close()
  }

  /** Whether there are bytes under a name that are not those which were saved; where there are none, they are only lost. */
  async isDamaged(name: string): Promise<boolean> {
    const row = this.#find(name)
    const room = new Uint8Array(PIECE_BYTES)
    const isSound = await this.#withFile(row, (file) =>
      this.#isSound(row, file, (at, end) => room.subarray(0, end - at)),
    )
    // A damaged name leads to no file.
    return isSound === undefined ? row !== undefined && basename(row.file) !== row.file : !isSound
  }

  #latest(): number {
    return this.#session.read((_, { revision }) => revision)
  }

  #find(name: string): CheckpointRow | undefined {
    const row = this.#session.read((connection) => connection.get(FIND, name))
    if (row === undefined) return undefined
    const [revision, file] = [numberOf(row, 'revision'), textOf(row, 'file')]
    const bytesCrc = Number.parseInt(file.slice(file.lastIndexOf('-') + 1), 16)
    const isOne = crcOf(name, revision, file, bytesCrc) === row.crc
    return { revision, file, bytesCrc: isOne ? bytesCrc : Number.NaN }
  }

  /** Whether a file holds what its row says, in slices; pieces are read into what `room` gives for a place and its end. */
  async #isSound(
    row: CheckpointRow | undefined,
    file: OpenFile,
    room: (at: number, end: number) => Uint8Array,
  ): Promise<boolean> {
    const { byteLength } = file
    const readInSteps = function* (): Generator<void, boolean> {
      let crc = 0
      for (let at = 0; at < byteLength; at += PIECE_BYTES) {
        const piece = room(at, Math.min(at + PIECE_BYTES, byteLength))
        if (file.read(at, piece) < piece.length) return false
        crc = crc32(piece, crc)
        yield
      }
      return crc === row?.bytesCrc
    }
    return this.#onFiles(stepByStep(readInSteps(), createSlices()))
  }

  /** Does something with a file while it is open; `undefined` where there is none. */
  async #withFile<Result>(
    row: CheckpointRow | undefined,
    work: (file: OpenFile) => Promise<Result>,
  ): Promise<Result | undefined> {
    const file = row && (await this.#onFiles(this.#open(row.file)))
    if (file === undefined) return undefined
    try {
      return await work(file)
    } finally {
      file.close()
    }
  }

  /** Of a database that was renamed, or copied within its folder, the file still has the name of before. */
  async #open(file: string): Promise<OpenFile | undefined> {
    // A damaged name must not lead out of the folder.
    if (basename(file) !== file) return undefined
    const own = this.#files.open(this.#pathOf(file))
    if (own !== undefined) return own
    const other = this.#files.list(this.#folder).find((name) => name.endsWith(INFIX + file))
    return other === undefined ? undefined : this.#files.open(join(this.#folder, other))
  }

  #readAtOnce(file: OpenFile, at: number, into: Uint8Array): number {
    try {
      return file.read(at, into)
    } catch (error) {
      throw toFileError(error, this.#session.path)
    }
  }

  #pathOf(file: string): string {
    return join(this.#folder, this.#prefix + file)
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

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
