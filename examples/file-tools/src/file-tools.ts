import { defineTool, type LocalTool } from '@toolscout/model'
import { z } from 'zod'
import { type ConfinedFiles, confineFiles, FileRefusal } from './confined-files.ts'
import { fitLines, MAX_LENGTH, MAX_LINES } from './fit-lines.ts'
import { readText } from './read-text.ts'
import { type FoundLines, searchFiles } from './search-files.ts'

/** Options of {@link createFileTools}. */
export interface FileToolsOptions {
  /** Folders outside of which nothing is read. Relative paths belong to the first. */
  readonly roots: readonly string[]
}

const OPEN_INPUT = z.object({
  file: z.string().describe('Path of the file'),
  start: z.number().int().optional().describe('First line, from 1'),
  end: z.number().int().optional().describe('Last line, inclusive'),
})
const GREP_INPUT = z.object({
  pattern: z.string().describe('Regular expression in RE2 syntax'),
  content_search: z.boolean().default(false).describe('Look into files, not at their names'),
  max_results: z.number().int().default(100).describe(`At most ${MAX_LINES}`),
  case_sensitive: z.boolean().default(false),
})

/**
 * `Open` shows lines of a file, `Grep` finds files by name or lines by content, as Symb had them. Both read, and
 * nothing but what is inside the folders.
 *
 * @throws RangeError without a folder; whatever the system says of one that is not there.
 */
export async function createFileTools({ roots }: FileToolsOptions): Promise<readonly LocalTool[]> {
  const files = await confineFiles(roots)
  const annotations = { readOnlyHint: true, openWorldHint: false }
  return [
    defineTool({
      name: 'Open',
      description: `Shows the lines of a text file, at most ${MAX_LINES} at once`,
      inputSchema: OPEN_INPUT,
      annotations,
      execute: (input, { signal }) => showLines(files, input, signal),
    }),
    defineTool({
      name: 'Grep',
      description:
        'Finds files whose name matches a pattern, or lines that do. Leaves out what .gitignore names',
      inputSchema: GREP_INPUT,
      annotations,
      execute: async (input, { signal }) => {
        if (input.pattern === '') throw new FileRefusal('Pattern cannot be empty')
        const { pattern, content_search: inContent, case_sensitive: isCaseSensitive } = input
        const maxResults = Math.min(input.max_results <= 0 ? 100 : input.max_results, MAX_LINES)
        const question = { pattern, inContent, isCaseSensitive, maxResults, signal }
        return formatFound(await searchFiles(files, question), inContent)
      },
    }),
  ]
}

async function showLines(
  files: ConfinedFiles,
  { file, start: from, end: to }: z.infer<typeof OPEN_INPUT>,
  signal: AbortSignal,
): Promise<string> {
  if (file.trim() === '') throw new FileRefusal('File path cannot be empty')
  const text = await readText(files, file, signal)
  if (text.kind === 'binary') throw new FileRefusal(`Not a text file: ${file}`)
  if (text.kind === 'large') throw new FileRefusal(`File larger than 10 MB: ${file}`)
  const { lines: all } = text
  if (all.length === 0 && from === undefined) return `Opened ${file} (empty)`
  const start = from ?? 1
  const end = Math.min(to ?? all.length, all.length)
  if (start < 1) throw new FileRefusal(`Invalid range: start is ${start}, and lines begin with 1`)
  if (start > all.length)
    throw new FileRefusal(`Start line ${start} out of range (file has ${all.length} lines)`)
  if (end < start) throw new FileRefusal(`Invalid range: end ${end} is before start ${start}`)
  const { lines, isCut } = fitLines(all.slice(start - 1, end))
  const last = start + lines.length - 1
  const notes = [
    ...(isCut ? [`(Line ${start} is longer; its first ${MAX_LENGTH - 1} characters are shown.)`] : []),
    ...(last < end ? [`(Lines ${last + 1} to ${end} are left out. Read on with start ${last + 1}.)`] : []),
  ]
  return [`Opened ${file} (lines ${start}-${last}):`, '', ...lines, ...withGap(notes)].join('\n')
}

function formatFound({ found, hasMore, skipped, longLines }: FoundLines, inContent: boolean): string {
  const { lines } = fitLines(found)
  const [one, many] = inContent ? ['match', 'matches'] : ['file', 'files']
  const count = `Found ${lines.length} ${lines.length === 1 ? one : many}:`
  const notes = [
    ...(hasMore || lines.length < found.length
      ? [`(Results limited to ${lines.length}; there are more. Use a pattern that says more.)`]
      : []),
    ...(skipped > 0 ? [`(Not searched, too large or unreadable: ${skipped}.)`] : []),
    ...(longLines > 0 ? [`(Lines of which only the beginning was searched: ${longLines}.)`] : []),
  ]
  return [...(found.length === 0 ? ['No matches found'] : [count, ...lines]), ...withGap(notes)].join('\n')
}

function withGap(notes: readonly string[]): readonly string[] {
  return notes.length === 0 ? [] : ['', ...notes]
}
