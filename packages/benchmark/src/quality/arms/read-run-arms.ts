import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseRun } from '@toolscout/evaluation/internal'
import type { ReadSet } from '../../command/read-sets.ts'
import type { Arm } from './arm.ts'

/** A ranking somebody else published, such as `run_NAME.tsv`. */
const RUN_FILE = /^run_(.+)\.tsv$/

/**
 * The rankings that lie beside a set, each as an arm.
 *
 * Rejects with InvalidEvaluationFileError `INVALID_EVALUATION_FILE`, naming file and line.
 */
export async function readRunArms({ folder, queries }: ReadSet): Promise<readonly Arm[]> {
  const files = (await readdir(folder)).filter((file) => RUN_FILE.test(file)).sort()
  return Promise.all(
    files.map(async (file): Promise<Arm> => {
      const path = join(folder, file)
      const name = RUN_FILE.exec(file)?.[1] ?? file
      const { rankings } = parseRun(name, { file: path, text: await readFile(path, 'utf8') })
      const byText = new Map(queries.map(({ id, text }) => [text, rankings.get(id) ?? []]))
      return { name, weight: 1, search: async (query) => ({ hits: byText.get(query) ?? [] }) }
    }),
  )
}
