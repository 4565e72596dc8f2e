import type { Finding } from './finding.ts'
import { lineOf, type Package } from './workspace.ts'

const FILE = 'pnpm-workspace.yaml'

/** One entry of the `packages:` list of pnpm-workspace.yaml. */
interface WorkspaceEntry {
  readonly path: string
  readonly comment: string
  readonly line: number
}

/**
 * Checks the list of packages: it is read from top to bottom as the order of the layers, every package stands in
 * it, and each entry says in a comment which question the package answers.
 *
 * Patterns such as `examples/*` stand for many packages and need no comment.
 */
export function checkWorkspaceOrder(text: string, packages: readonly Package[]): readonly Finding[] {
  const entries = listWorkspaceEntries(text).filter((entry) => !entry.path.includes('*'))
  const findings: Finding[] = []
  let highest: { readonly path: string; readonly layer: number } | undefined
  for (const { path, comment, line } of entries) {
    if (comment === '')
      findings.push({ file: FILE, line, message: `${path} has no comment with its question` })
    const layer = packages.find((candidate) => candidate.folder === path)?.layer
    if (layer === undefined) continue
    if (highest !== undefined && layer < highest.layer) {
      const message = `${path} (layer ${layer}) stands after ${highest.path} (layer ${highest.layer})`
      findings.push({ file: FILE, line, message: `${message}; the list is ordered by layer` })
    } else highest = { path, layer }
  }
  const listed = new Set(entries.map((entry) => entry.path))
  for (const { folder } of packages) {
    if (!listed.has(folder))
      findings.push({ file: FILE, message: `${folder} is missing from the list of packages` })
  }
  return findings
}

/** The list is plain enough to be read by its lines; a YAML parser would drop the comments this is about. */
function listWorkspaceEntries(text: string): readonly WorkspaceEntry[] {
  const first = lineOf(`\n${text}`, '\npackages:')
  if (first === undefined) return []
  const entries: WorkspaceEntry[] = []
  for (const [index, content] of text.split('\n').entries()) {
    if (index < first) continue
    const match = /^\s*-\s*['"]?([^'"#\s]+)['"]?\s*(?:#\s*(.*))?$/.exec(content)
    if (match !== null)
      entries.push({ path: match[1] ?? '', comment: (match[2] ?? '').trim(), line: index + 1 })
    else if (/^\S/.test(content) && !content.startsWith('#')) break
  }
  return entries
}
