import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { compareIds } from '@toolscout/model'
import { CustomFolderError, CustomToolError } from '../errors.ts'

/** Largest file that is read, in bytes: a definition is written by people. */
export const MAX_CUSTOM_FILE_BYTES = 1_048_576
/** Most files of one folder; beyond that it is not a folder of definitions. */
const MAX_FILES = 10_000
const ENDINGS = ['.yaml', '.yml']

/** A file of a folder, or why it was not read. */
export type CustomFile =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly error: CustomToolError }

/**
 * Reads the files that end in `.yaml` or `.yml` of one folder, not of those in it, in ascending order of their names.
 * Nothing outside of the folder is read, wherever links lead, also when they change meanwhile.
 *
 * @throws CustomFolderError `CUSTOM_FOLDER_UNREADABLE`.
 */
export async function readCustomFolder(folder: string): Promise<readonly CustomFile[]> {
  if (folder.includes('\0')) throw new CustomFolderError(folder, 'a path holds no NUL.')
  let root: string
  let names: readonly string[]
  try {
    root = await realpath(folder)
    names = (await readdir(root)).filter(isDefinition).sort(compareIds)
  } catch (error) {
    throw new CustomFolderError(folder, 'it is not there, is none, or is closed to us.', error)
  }
  if (names.length > MAX_FILES) {
    throw new CustomFolderError(folder, `it has more than ${MAX_FILES} definitions.`)
  }
  const files: CustomFile[] = []
  for (const name of names) {
    try {
      files.push({ file: name, text: await readInside(root, name) })
    } catch (error) {
      files.push({ file: name, error: asCustomError(error, name) })
    }
  }
  return files
}

function isDefinition(name: string): boolean {
  const lower = name.toLowerCase()
  return !name.startsWith('.') && ENDINGS.some((ending) => lower.endsWith(ending))
}

function asCustomError(error: unknown, file: string): CustomToolError {
  if (error instanceof CustomToolError) return error
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  const why = code === 'ELOOP' ? 'it was exchanged for a link.' : 'it cannot be read.'
  return new CustomToolError(why, { file, path: '' })
}

/** What was opened is looked at, not what the path meant before: a link may have been put in its place. */
async function readInside(root: string, name: string): Promise<string> {
  const refuse = (why: string): never => {
    throw new CustomToolError(why, { file: name, path: '' })
  }
  const real = await realpath(join(root, name))
  const path = relative(root, real)
  const isOutside = path === '' || path === '..' || path.startsWith(`..${sep}`) || join(root, path) !== real
  if (isOutside) refuse('it lies outside of its folder.')
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const handle = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const opened = await handle.stat()
    if (!opened.isFile()) refuse('it is no regular file.')
    const there = await lstat(real)
    const isSame = opened.dev === there.dev && opened.ino === there.ino && (await realpath(real)) === real
    if (!isSame) refuse('it was exchanged while it was opened.')
    if (opened.size > MAX_CUSTOM_FILE_BYTES) {
      refuse(`it has ${opened.size} bytes; at most ${MAX_CUSTOM_FILE_BYTES} are read.`)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBounded(handle, refuse))
  } finally {
    await handle.close()
  }
}

/** A file may grow while it is read. */
async function readBounded(handle: FileHandle, refuse: (why: string) => never): Promise<Uint8Array> {
  const bytes = new Uint8Array(MAX_CUSTOM_FILE_BYTES + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length)
    length += bytesRead
    if (length > MAX_CUSTOM_FILE_BYTES) refuse(`it has more than ${MAX_CUSTOM_FILE_BYTES} bytes.`)
    if (bytesRead === 0) return bytes.subarray(0, length)
  }
}
