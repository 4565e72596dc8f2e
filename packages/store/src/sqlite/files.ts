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
import { dirname } from 'node:path'

/** A file that is open for reading; it is what it was when its name is given to another. */
export interface OpenFile {
  readonly byteLength: number
  /** Fills an array with the bytes from a place on; says how many there were, fewer only at the end of the file. */
  readonly read: (at: number, into: Uint8Array) => number
  readonly close: () => void
}

/** What a store does with files beside its database. */
export interface FileSystem {
  /**
   * Writes a new file of the owner's alone, piece by piece; it is on the disk when this resolves. This thread does not wait
   * for it.
   */
  readonly write: (path: string, pieces: Iterable<Uint8Array>) => Promise<void>
  /** `undefined` where there is none. */
  readonly open: (path: string) => OpenFile | undefined
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
  write: async (path: string, pieces: Iterable<Uint8Array>) => {
    await rm(path, { force: true })
    const file = await open(path, 'wx', 0o600)
    try {
      // Each behind the one before.
      for (const piece of pieces) await file.writeFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    syncFolder(path)
  },
  open: (path: string): OpenFile | undefined => {
    const file = openIfThere(path)
    if (file === undefined) return undefined
    return {
      byteLength: fstatSync(file).size,
      read: (at, into) => {
        let count = readSync(file, into, 0, into.length, at)
        for (let read = count; read > 0 && count < into.length; count += read)
          read = readSync(file, into, count, into.length - count, at + count)
        return count
      },
      close: () => closeSync(file),
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
