import { readFile } from 'node:fs/promises'
import { isJsonObject, quote } from '@toolscout/model/internal'
import { EvaluationFileMissingError, InvalidEvaluationFileError } from '../errors.ts'

/** The text of a file, with the name errors tell. */
export interface NamedText {
  readonly file: string
  readonly text: string
}

/** A line that is not blank. */
export interface Line {
  readonly text: string
  /** From 1. */
  readonly number: number
}

/** The lines of a text that are not blank; a byte order mark and carriage returns are no part of them. */
export function listLines(text: string): readonly Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, i) => ({ text: line.replace(/\r$/, ''), number: i + 1 }))
    .filter((line) => line.text.trim() !== '')
}

/** An object of a JSON lines file. */
export interface JsonLine {
  readonly record: { readonly [member: string]: unknown }
  /** Makes the error for what is wrong on this line. */
  readonly refuse: (message: string) => InvalidEvaluationFileError
}

/**
 * The objects of a text with one JSON object a line.
 *
 * @throws InvalidEvaluationFileError `INVALID_EVALUATION_FILE` for a line that is none.
 */
export function parseJsonLines({ file, text }: NamedText): readonly JsonLine[] {
  return listLines(text).map((line) => {
    const refuse = (message: string, cause?: unknown): InvalidEvaluationFileError =>
      new InvalidEvaluationFileError(message, { file, line: line.number }, cause)
    const record = parseJson(line.text, refuse)
    if (!isJsonObject(record)) throw refuse(`${quote(record)} is no object; each line is one JSON object.`)
    return { record, refuse }
  })
}

/** Gives the id of each line of a file, each only once. */
export type ReadId = (line: JsonLine) => string

/** Reads ids of one file: a text that is not empty, as `id` or, as BEIR itself writes it, `_id`. */
export function createIdReader(): ReadId {
  const seen = new Set<string>()
  return ({ record, refuse }) => {
    const id = record.id ?? record._id
    if (typeof id !== 'string' || id === '') throw refuse(`id is ${quote(id)}; a text is needed.`)
    if (/[\t\n\r]/.test(id)) throw refuse(`id is ${quote(id)}; ids hold no tabs or line breaks.`)
    if (seen.has(id)) throw refuse(`id ${quote(id)} stands on an earlier line too; ids are unique.`)
    seen.add(id)
    return id
  }
}

function parseJson(
  text: string,
  refuse: (message: string, cause: unknown) => InvalidEvaluationFileError,
): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuse(`${quote(text)} is no JSON; each line is one JSON object.`, error)
  }
}

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
