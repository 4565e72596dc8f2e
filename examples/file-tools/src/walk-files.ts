import { join, relative } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { type ConfinedFiles, FileRefusal } from './confined-files.ts'

/** A `.gitignore` that is longer says something else. */
const MAX_IGNORE_BYTES = 1_048_576

/** What one `.gitignore` says, about paths below its folder. */
interface Rules {
  readonly folder: string
  readonly patterns: Ignore
}

/**
 * Every file below a folder that git would look at, in the order of names by code unit, folders in their place. Links
 * are not followed: what they lead to is found where it is.
 */
export async function* walkFiles(
  files: ConfinedFiles,
  folder: string,
  { signal, above = [] }: { readonly signal: AbortSignal; readonly above?: readonly Rules[] },
): AsyncGenerator<string> {
  signal.throwIfAborted()
  const entries = [...(await list(files, folder))].sort((a, b) => (a.name < b.name ? -1 : 1))
  const hasRules = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
  const rules = hasRules ? [...above, { folder, patterns: await readRules(files, folder, signal) }] : above
  for (const entry of entries) {
    if (entry.name === '.git') continue
    const path = join(folder, entry.name)
    if (isIgnored(rules, path, entry.isDirectory())) continue
    if (entry.isDirectory()) yield* walkFiles(files, path, { signal, above: rules })
    else if (entry.isFile()) yield path
  }
}

/** A folder that cannot be read, or is gone by now, has nothing. */
async function list(files: ConfinedFiles, folder: string): ReturnType<ConfinedFiles['list']> {
  try {
    return await files.list(folder)
  } catch (error) {
    if (error instanceof FileRefusal) return []
    throw error
  }
}

async function readRules(files: ConfinedFiles, folder: string, signal: AbortSignal): Promise<Ignore> {
  const patterns = ignore({ ignorecase: false })
  try {
    const bytes = await files.read(join(folder, '.gitignore'), MAX_IGNORE_BYTES, signal)
    if (bytes !== undefined) patterns.add(bytes.toString('utf8'))
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
  }
  return patterns
}

/** The nearest `.gitignore` that says anything about a path decides. */
function isIgnored(rules: readonly Rules[], path: string, isFolder: boolean): boolean {
  for (const { folder, patterns } of [...rules].reverse()) {
    const { ignored, unignored } = patterns.test(`${relative(folder, path)}${isFolder ? '/' : ''}`)
    if (ignored || unignored) return ignored
  }
  return false
}
