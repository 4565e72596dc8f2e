/** A heading of a page, such as `## Use`. */
export interface Heading {
  /** Number of `#` signs. */
  readonly level: number
  /** What stands behind them, trimmed. */
  readonly text: string
  readonly line: number
}

/** A fenced block of code. */
export interface CodeBlock {
  /** First word behind the opening fence, lower case; empty when there is none. */
  readonly language: string
  /** The words behind the language. */
  readonly flags: readonly string[]
  readonly code: string
  /** Line, from 1, of the block's first line of code. */
  readonly line: number
}

/** A page taken apart; what stands inside a fence is code, whatever it looks like. */
export interface MarkdownPage {
  readonly headings: readonly Heading[]
  readonly blocks: readonly CodeBlock[]
  /** The page by lines, to cut sections out of. */
  readonly lines: readonly string[]
}

/** Reads the headings and fenced blocks of a page. An unclosed fence reaches to the end, as CommonMark has it. */
export function parseMarkdown(text: string): MarkdownPage {
  const lines = text.split(/\r?\n/)
  const headings: Heading[] = []
  const blocks: CodeBlock[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const current = lines[index] ?? ''
    const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(current)
    if (heading !== null) {
      headings.push({ level: heading[1]?.length ?? 0, text: heading[2] ?? '', line: index + 1 })
      continue
    }
    const fence = /^(\s*)(`{3,}|~{3,})\s*([^`]*)$/.exec(current)
    if (fence === null) continue
    const [, indent = '', marker = '', info = ''] = fence
    const end = closingFence(lines, index + 1, marker)
    const [language = '', ...flags] = info.trim().split(/\s+/)
    const code = lines.slice(index + 1, end).map((line) => stripIndent(line, indent.length))
    blocks.push({ language: language.toLowerCase(), flags, code: code.join('\n'), line: index + 2 })
    index = end
  }
  return { headings, blocks, lines }
}

/** The text below a heading up to the next one of its level or above. */
export function sectionBelow(page: MarkdownPage, heading: Heading): string {
  const next = page.headings.find(({ line, level }) => line > heading.line && level <= heading.level)
  return page.lines.slice(heading.line, next === undefined ? undefined : next.line - 1).join('\n')
}

function closingFence(lines: readonly string[], from: number, marker: string): number {
  for (let index = from; index < lines.length; index += 1) {
    const content = (lines[index] ?? '').trim()
    if (content.length >= marker.length && content === (marker[0] ?? '').repeat(content.length)) return index
  }
  return lines.length
}

/** A fence inside a list is indented, and so is its code. */
function stripIndent(line: string, width: number): string {
  return line.slice(Math.min(width, line.length - line.trimStart().length))
}
