import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EvaluationFileMissingError } from '../errors.ts'
import type { Judgments } from './judgments.ts'
import { readText, reasonOf } from './lines.ts'
import { parseJudgments } from './parse-judgments.ts'

const CORPUS = 'corpus.jsonl'
/** A folder of sets, or of folders of sets; deeper, a slip of the keyboard would walk a whole disk. */
const MAX_DEPTH = 2

/**
 * The set of this project: made-up tools of an office, questions that name them in other words, that need several
 * of them, and that none of them answers.
 */
export const STARTER_SET: string = fileURLToPath(new URL('../../data/starter', import.meta.url))

/**
 * Reads `corpus.jsonl`, `queries.jsonl` and `qrels.tsv` of a folder; the set is called like the folder.
 *
 * Rejects with InvalidEvaluationFileError `INVALID_EVALUATION_FILE`, naming file and line, and
 * EvaluationFileMissingError `EVALUATION_FILE_MISSING`.
 */
export async function readJudgments(folder: string): Promise<Judgments> {
  const [corpus, queries, qrels] = await Promise.all(
    [CORPUS, 'queries.jsonl', 'qrels.tsv'].map((file) => readText(join(folder, file))),
  )
  if (corpus === undefined || queries === undefined || qrels === undefined) throw new TypeError('unreachable')
  return parseJudgments({ name: basename(resolve(folder)), corpus, queries, qrels })
}

/**
 * The folders of sets that a folder stands for, in ascending order: itself when it holds `corpus.jsonl`, otherwise
 * those of its folders that do, and of theirs.
 *
 * Rejects with EvaluationFileMissingError `EVALUATION_FILE_MISSING` when there is no such folder or no set in it.
 */
export async function listJudgmentFolders(folder: string): Promise<readonly string[]> {
  const found = await findSets(folder, MAX_DEPTH)
  if (found.length > 0) return found
  throw new EvaluationFileMissingError(`${folder} holds no ${CORPUS}, nor does a folder in it.`, folder)
}

async function findSets(folder: string, depth: number): Promise<readonly string[]> {
  if (existsSync(join(folder, CORPUS))) return [folder]
  if (depth === 0) return []
  const folders = (await listFolder(folder))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map((entry) => join(folder, entry.name))
    .sort()
  return (await Promise.all(folders.map((inner) => findSets(inner, depth - 1)))).flat()
}

async function listFolder(folder: string): Promise<readonly import('node:fs').Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    throw new EvaluationFileMissingError(`${folder} cannot be read: ${reasonOf(error)}.`, folder, error)
  }
}
