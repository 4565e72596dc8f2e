import type { ConfinedFiles } from './confined-files.ts'

/** What a person would still open in an editor. */
const MAX_FILE_BYTES = 10_000_000

/** The lines of a text file, or why it has none. */
export type TextFile =
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  | { readonly kind: 'binary' }
  | { readonly kind: 'large' }

/** Reads a file inside. Text has no NUL. Lines end with `\n` or `\r\n`; the last needs neither. */
export async function readText(files: ConfinedFiles, path: string, signal: AbortSignal): Promise<TextFile> {
  const bytes = await files.read(path, MAX_FILE_BYTES, signal)
  if (bytes === undefined) return { kind: 'large' }
  if (bytes.includes(0)) return { kind: 'binary' }
  const lines = bytes.toString('utf8').split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return { kind: 'text', lines }
}
