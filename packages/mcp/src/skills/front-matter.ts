import type { JsonObject } from '@toolscout/model'

/** The front matter of a `SKILL.md`: YAML between two lines of dashes. */
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/
/** Longest front matter that is read, in UTF-16 code units: its description has 1,024 characters at most. */
const MAX_LENGTH = 16_384
const MEMBER = /^([\w-]+|"[^"]*"|'[^']*')[ \t]*:(?:[ \t]+(.*))?$/
const NEEDED = ['name', 'description']

/** What stands above the instructions of a skill, or the first thing that is wrong with it. */
export type FrontMatter =
  | { readonly members: JsonObject }
  /** `line` counts from 1 in the file. */
  | { readonly line: number; readonly problem: string }

/** A member as it is written. */
interface Written {
  readonly line: number
  readonly first: string
  /** Lines below it that are further in, or empty. */
  readonly more: string[]
}

/**
 * Reads name and description of a `SKILL.md` (agentskills.io). Of YAML 1.2 it knows what these are written in: plain and quoted
 * texts, in one line or several, and blocks; other members are passed by. A colon in a plain text is one. Never throws.
 */
export function readFrontMatter(text: string): FrontMatter {
  const [, yaml] = text.match(FRONT_MATTER) ?? []
  if (yaml === undefined) return { line: 1, problem: 'there is no front matter between lines of ---' }
  if (yaml.length > MAX_LENGTH)
    return { line: 1, problem: `the front matter is longer than ${MAX_LENGTH} characters` }
  const written = new Map<string, Written>()
  let last: Written | undefined
  for (const [i, line] of yaml.split(/\r?\n/).entries()) {
    const [, key = '', first = ''] = line.match(MEMBER) ?? []
    if (key !== '') {
      last = { line: i + 2, first: first.trim(), more: [] }
      const name = key.replace(/^["']|["']$/g, '')
      if (written.has(name)) return { line: last.line, problem: `${name} stands there twice` }
      written.set(name, last)
    } else if (last !== undefined && /^(?:\s|$|- |-$|[\]}])/.test(line)) last.more.push(line)
    else if (!/^\s*(?:#|$)/.test(line)) return { line: i + 2, problem: 'there is no member before a colon' }
  }
  const members: Record<string, string> = {}
  for (const name of NEEDED) {
    const one = written.get(name)
    const value = one && scalarOf(one)
    if (value === undefined || value === '')
      return { line: one?.line ?? 2, problem: `there is no ${name} that is a text` }
    members[name] = value
  }
  return { members }
}

/** The text of a member; `undefined` for what is none. */
function scalarOf({ first, more }: Written): string | undefined {
  const [, style] = first.match(/^([|>])[-+\d]*(?:\s+#.*)?$/) ?? []
  if (style !== undefined) {
    const indent = Math.min(...more.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)))
    const lines = more.map((line) => line.slice(indent).trimEnd())
    return (style === '|' ? lines.join('\n') : fold(lines)).trim()
  }
  const text = fold([first, ...more.map((line) => line.trim())]).trim()
  const quoted = text.match(/^(["'])([\s\S]*)\1(?:\s+#.*)?$/)
  if (quoted !== null) return unquote(quoted[1] as string, quoted[2] as string)
  return /^["'[{&*!|>%@`]/.test(text) ? undefined : text.replace(/(?:^|\s)#.*$/, '')
}

/** A line break is a space, an empty line a line break. */
function fold(lines: readonly string[]): string {
  return lines.join('\n').replace(/\n+/g, (breaks) => (breaks.length === 1 ? ' ' : breaks.slice(1)))
}

function unquote(quote: string, text: string): string | undefined {
  if (quote === "'") return /(?<!')'(?:'')*(?!')/.test(text) ? undefined : text.replaceAll("''", "'")
  try {
    return String(JSON.parse(`"${text.replaceAll('\n', '\\n')}"`))
  } catch {
    return undefined
  }
}
