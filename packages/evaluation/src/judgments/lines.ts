import { readFile } from 'node:fs/promises'
import { isJsonObject, quote } from '@toolscout/model/internal'
import { EvaluationFileMissingError, InvalidEvaluationFileError } from '../errors.ts'

/** The text of a file, with the name errors tell. */
export interface NamedText {
  readonly file: string
  readonly text: string
}

/** A line that is not blank. */
interface Line {
  readonly text: string
  /** `file:line`, the line from 1. */
  readonly place: string
  /** Makes the error for what is wrong on this line. */
  readonly refuse: (message: string, cause?: unknown) => InvalidEvaluationFileError
}

/** The lines of a text that are not blank; a byte order mark and carriage returns are no part of them. */
function listLines({ file, text }: NamedText): readonly Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, i) => ({
      text: line.replace(/\r$/, ''),
      place: `${file}:${i + 1}`,
      refuse: (message: string, cause?: unknown) =>
        new InvalidEvaluationFileError(message, { file, line: i + 1 }, cause),
    }))
    .filter((line) => line.text.trim() !== '')
}

/** An object of a JSON lines file. */
export interface JsonLine extends Pick<Line, 'refuse'> {
  readonly record: { readonly [member: string]: unknown }
  /** Unique in its file: a text that is not empty, as `id` or, as BEIR itself writes it, `_id`. */
  readonly id: string
}

/**
 * The objects of a text with one JSON object a line, each with an id.
 *
 * @throws InvalidEvaluationFileError `INVALID_EVALUATION_FILE` for a line that is none, or an id that is missing or repeated.
 */
export function parseJsonLines(text: NamedText): readonly JsonLine[] {
  const seen = new Set<string>()
  return listLines(text).map((line) => {
    const { refuse } = line
    const record = parseJson(line)
    if (!isJsonObject(record)) throw refuse(`${quote(record)} is no object; each line is one JSON object.`)
    const id = record.id ?? record._id
    if (typeof id !== 'string' || id === '') throw refuse(`id is ${quote(id)}; a text is needed.`)
    if (/[\t\n\r]/.test(id)) throw refuse(`id is ${quote(id)}; ids hold no tabs or line breaks.`)
    if (seen.has(id)) throw refuse(`id ${quote(id)} stands on an earlier line too; ids are unique.`)
    seen.add(id)
    return { record, id, refuse }
  })
}

function parseJson({ text, refuse }: Line): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuse(`${quote(text)} is no JSON; each line is one JSON object.`, error)
  }
}

/** A line of texts with tabs between them, of which the last is a number. */
export interface Row extends Omit<Line, 'text'> {
  readonly cells: readonly string[]
  readonly value: number
}

/**
 * The rows of a table; a first line without a number has the names of the columns.
 *
 * @throws InvalidEvaluationFileError `INVALID_EVALUATION_FILE` for a line that does not have these columns.
 */
export function parseRows(text: NamedText, columns: readonly string[]): readonly Row[] {
  return listLines(text).flatMap(({ text: line, place, refuse }, i) => {
    const cells = line.split('\t')
    if (cells.length !== columns.length) {
      throw refuse(`${quote(line)} has ${cells.length} columns; needed are ${columns.join(', ')}.`)
    }
    const last = cells.at(-1)?.trim() ?? ''
    const value = last === '' ? Number.NaN : Number(last)
    if (Number.isFinite(value)) return [{ cells, value, place, refuse }]
    if (i === 0) return []
    throw refuse(`the ${columns.at(-1)} is ${quote(last)}; a number is needed.`)
  })
}

/**
 * Reads a file.
 *
 * @throws EvaluationFileMissingError `EVALUATION_FILE_MISSING` when it cannot be read.
 */
export async function readText(file: string): Promise<NamedText> {
  return { file, text: await orMissing(file, readFile(file, 'utf8')) }
}

/** @throws EvaluationFileMissingError `EVALUATION_FILE_MISSING` when the file system refuses. */
export async function orMissing<T>(place: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    const reason = code === 'ENOENT' ? 'there is none' : typeof code === 'string' ? code : String(error)
    throw new EvaluationFileMissingError(`${place} cannot be read: ${reason}.`, place, error)
  }
}
