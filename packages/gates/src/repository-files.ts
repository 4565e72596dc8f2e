import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from './run-command.ts'

/** Git answers at once. */
const TIMEOUT_MS = 60_000

/** What installs and builds leave behind. */
const MADE: ReadonlySet<string> = new Set(['.git', '.tmp', '.turbo', 'coverage', 'dist', 'node_modules'])

/**
 * The files of the repository, ordered: what is tracked, and what is about to be, since a fault is cheapest before
 * it is committed. In a copy without a repository, every file that no install or build has made.
 */
export async function listRepositoryFiles(root: string): Promise<readonly string[]> {
  if (!existsSync(join(root, '.git'))) return listFolder(root, '')
  const parameters = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await runCommand('git', parameters, { cwd: root, timeoutMs: TIMEOUT_MS })
  const files = [...new Set(stdout.split('\0'))].sort()
  // A tracked file that somebody is deleting is still in the list.
  return files.filter((file) => file !== '' && existsSync(join(root, file)))
}

async function listFolder(root: string, folder: string): Promise<readonly string[]> {
  const files: string[] = []
  const children = await readdir(join(root, folder), { withFileTypes: true })
  for (const child of children.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? child.name : `${folder}/${child.name}`
    if (MADE.has(child.name)) continue
    if (child.isDirectory()) files.push(...(await listFolder(root, path)))
    else if (child.isFile()) files.push(path)
  }
  return files
}
