import {
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** What a store does with files beside its database. */
export interface FileSystem {
  /** Writes a new file of the owner's alone; it is on the disk when this returns. */
  readonly write: (path: string, bytes: Uint8Array) => void
  /** `undefined` where there is none. */
  readonly read: (path: string) => Uint8Array | undefined
  readonly rename: (from: string, to: string) => void
  readonly copy: (from: string, to: string) => void
  /** Without effect where there is none. */
  readonly remove: (path: string) => void
  /** Names in a folder. */
  readonly list: (folder: string) => readonly string[]
}

/** The files of this machine. */
export const systemFiles: FileSystem = Object.freeze({
  write: (path: string, bytes: Uint8Array) => {
    rmSync(path, { force: true })
    const file = openSync(path, 'wx', 0o600)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    syncFolder(path)
  },
  read: (path: string) => {
    try {
      const { buffer, byteOffset, byteLength } = readFileSync(path)
      return new Uint8Array(buffer, byteOffset, byteLength)
    } catch (error) {
      if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
      throw error
    }
  },
  rename: (from: string, to: string) => {
    renameSync(from, to)
    syncFolder(to)
  },
  copy: (from: string, to: string) => copyFileSync(from, to),
  remove: (path: string) => rmSync(path, { force: true }),
  list: (folder: string) => readdirSync(folder),
})

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
