import { readFile } from 'node:fs/promises'
import { EvaluationFileMissingError } from '../errors.ts'
import type { NamedText } from './lines.ts'

/**
 * Reads a file.
 *
 * @throws EvaluationFileMissingError `EVALUATION_FILE_MISSING` when it cannot be read.
 */
export async function readText(file: string): Promise<NamedText> {
  try {
    return { file, text: await readFile(file, 'utf8') }
  } catch (error) {
    throw new EvaluationFileMissingError(`${file} cannot be read: ${reasonOf(error)}.`, file, error)
  }
}

/** Why the file system refused, in its own short word. */
export function reasonOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (code === 'ENOENT') return 'there is none'
  return typeof code === 'string' ? code : String(error)
}
