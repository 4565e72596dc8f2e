import { type PoisonFinding, type PoisonReport, summarizeFindings } from './scan-definition.ts'
import { type ComparedTool, foldName, haveNearTexts } from './tool-twins.ts'

/** A tool, and the names of all tools of its server. */
export interface ToolOfServer extends Omit<ComparedTool, 'id'> {
  readonly names: readonly string[]
}

/** Enough for `suspicious`, and alone not for `poisoned`: a person may have two servers that are alike. */
const IMITATION_WEIGHT = 0.5
/** Share of the names of each of two servers that both have, from which they are instances or forks of one. */
const SAME_SERVER = 0.5

/**
 * Whether a tool takes the place of one of another server: it has its name, however the words are joined, and nearly its
 * description, and the servers as a whole are not alike. Honest servers that have a tool in common are mostly forks or
 * instances of one, with half of their names in common.
 */
export function isImitation(tool: ToolOfServer, original: ToolOfServer): boolean {
  if (tool.server === original.server || foldName(tool.name) !== foldName(original.name)) return false
  if (!haveNearTexts(tool.description, original.description)) return false
  const own = new Set(tool.names.map(foldName))
  const theirs = new Set(original.names.map(foldName))
  const common = [...own].filter((name) => theirs.has(name)).length
  return common < SAME_SERVER * Math.max(own.size, theirs.size)
}

/** A report with the finding that a tool imitates another one. */
export function addImitation({ findings }: PoisonReport, original: string): PoisonReport {
  const finding: PoisonFinding = Object.freeze({
    code: 'IMITATES',
    where: '/name',
    excerpt: original,
    weight: IMITATION_WEIGHT,
  })
  return summarizeFindings([...findings, finding])
}
