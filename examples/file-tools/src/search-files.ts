import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { truncate } from '@toolscout/model/internal'
import { RE2JS } from 're2js'
import { type ConfinedFiles, FileRefusal } from './confined-files.ts'
import { readText } from './read-text.ts'
import { walkFiles } from './walk-files.ts'

/** What is looked for. */
export interface FileQuestion {
  readonly pattern: string
  readonly isCaseSensitive: boolean
  /** Whether lines are looked at, or the names of files. */
  readonly inContent: boolean
  readonly maxResults: number
  readonly signal: AbortSignal
}

/** What was found, in the order of paths and lines. */
export interface FoundLines {
  readonly found: readonly string[]
  /** Whether there is more than was asked for. */
  readonly hasMore: boolean
  /** Files that were not looked at, because they are too large or cannot be read. */
  readonly skipped: number
  /** Lines of which only the beginning was looked at. */
  readonly longLines: number
}

const MAX_PATTERN_LENGTH = 1_000
/** In instructions; each may be looked at once for each character. */
const MAX_PROGRAM_SIZE = 1_000
/** How much of a line is looked at, so that one line never takes long. */
const MAX_LINE_LENGTH = 65_536
/** What is shown of a line; more is not read by anybody. */
const MAX_SHOWN_LENGTH = 500
/** How long a search keeps everything else waiting. */
const SLICE_MS = 5

/** Searches every folder. @throws FileRefusal for a pattern that is none. */
export async function searchFiles(files: ConfinedFiles, question: FileQuestion): Promise<FoundLines> {
  const { inContent, maxResults, signal } = question
  const matches = compilePattern(question)
  const breathe = createBreather(signal)
  const found: string[] = []
  let skipped = 0
  let longLines = 0
  const isFull = (): boolean => found.length > maxResults

  const searchLines = async (path: string): Promise<void> => {
    const file = await readText(files, path, signal)
    if (file.kind === 'large') skipped += 1
    if (file.kind !== 'text') return
    for (const [index, line] of file.lines.entries()) {
      if (line.length > MAX_LINE_LENGTH) longLines += 1
      if (matches(line.slice(0, MAX_LINE_LENGTH)))
        found.push(`${files.shown(path)}:${index + 1}:${truncate(line, MAX_SHOWN_LENGTH)}`)
      if (isFull()) return
      await breathe()
    }
  }
  for (const root of files.roots) {
    for await (const path of walkFiles(files, root, { signal })) {
      if (isFull()) break
      try {
        if (inContent) await searchLines(path)
        else if (matches(basename(path)) || matches(files.shown(path))) found.push(files.shown(path))
      } catch (error) {
        if (!(error instanceof FileRefusal)) throw error
        skipped += 1
      }
      await breathe()
    }
  }
  return { found: found.slice(0, maxResults), hasMore: isFull(), skipped, longLines }
}

/** RE2 syntax: no pattern takes more than linear time. */
function compilePattern({ pattern, isCaseSensitive }: FileQuestion): (text: string) => boolean {
  if (pattern.length > MAX_PATTERN_LENGTH) throw new FileRefusal('Search failed: the pattern is too long')
  try {
    const compiled = RE2JS.compile(pattern, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
    if (compiled.programSize() <= MAX_PROGRAM_SIZE) return (text) => compiled.test(text)
  } catch (error) {
    throw new FileRefusal(`Search failed: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new FileRefusal('Search failed: the pattern has too many repetitions')
}

/** Yields to other work now and then, and ends the search when its caller has gone. */
function createBreather(signal: AbortSignal): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + SLICE_MS
  const breathe = async (): Promise<void> => {
    await nextTurn()
    signal.throwIfAborted()
    sliceEnd = performance.now() + SLICE_MS
  }
  return () => (performance.now() < sliceEnd ? undefined : breathe())
}
