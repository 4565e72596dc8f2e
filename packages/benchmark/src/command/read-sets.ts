import { type Judgments, readJudgments, STARTER_SET } from '@toolscout/evaluation'
import { listJudgmentFolders, sampleQueries } from '@toolscout/evaluation/internal'
import type { CommandTools } from './evaluation-command.ts'

/** A set, and where it was read from. */
export interface ReadSet extends Judgments {
  readonly folder: string
}

/** Notices of one set that are printed; more say the same. */
const MAX_NOTICES = 3

/**
 * Reads the sets of folders, each a set or a folder of sets; the repository's own without folders. Sets of the same
 * name get a number.
 *
 * Rejects as the readers of the evaluation package do.
 */
export async function readSets(
  { folders, limit }: { readonly folders: readonly string[]; readonly limit: number | undefined },
  { note }: Pick<CommandTools, 'note'>,
): Promise<readonly ReadSet[]> {
  if (folders.length === 0) note('No --data is given; this is the small set of the repository.')
  const given = folders.length === 0 ? [STARTER_SET] : folders
  const expanded = (await Promise.all(given.map(listJudgmentFolders))).flat()
  const sets: ReadSet[] = []
  for (const folder of new Set(expanded)) {
    const judgments = await readJudgments(folder)
    for (const line of judgments.notices.slice(0, MAX_NOTICES)) note(line)
    const more = judgments.notices.length - MAX_NOTICES
    if (more > 0) note(`${folder}: ${more} more judgments name what is not there.`)
    const same = sets.filter(({ name }) => name.replace(/-\d+$/, '') === judgments.name).length
    const named = same === 0 ? judgments : { ...judgments, name: `${judgments.name}-${same + 1}` }
    sets.push({ ...(limit === undefined ? named : sampleQueries(named, limit)), folder })
  }
  return sets
}
