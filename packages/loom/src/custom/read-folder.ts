import { readdir, realpath } from 'node:fs/promises'
import { readInside } from '@toolscout/mcp/internal'
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
      const refuse = (why: string): CustomToolError => new CustomToolError(why, { file: name, path: '' })
      const bytes = await readInside(root, name, { maxBytes: MAX_CUSTOM_FILE_BYTES, refuse })
      files.push({ file: name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) })
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
