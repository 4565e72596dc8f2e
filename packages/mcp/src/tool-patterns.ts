import { visibleName } from '@toolscout/model/internal'

/** Which tools of a server exist for us. A pattern is a name in which `*` stands for any run of characters. */
export interface ToolPatterns {
  /** Only tools that match one of these. Absent: all; an empty list: none. */
  readonly allow?: readonly string[]
  /** Never tools that match one of these, whatever `allow` says. */
  readonly deny?: readonly string[]
}

/**
 * Prepares patterns for use on many names. Absent patterns let everything through. A name is matched as it is and as
 * it is shown, so that a hidden character takes no tool out of a pattern.
 */
export function compileToolPatterns(patterns: ToolPatterns | undefined): (name: string) => boolean {
  const { allow, deny } = patterns ?? {}
  return (name) => {
    const names = [name, visibleName(name)]
    const isNamed = (pattern: string): boolean => names.some((known) => matchesPattern(pattern, known))
    return (allow === undefined || allow.some(isNamed)) && !(deny?.some(isNamed) ?? false)
  }
}

/** Whether a name matches a pattern whole. Greedy from the left, so time is at most pattern length × name length. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return name === first
  if (name.length < first.length + last.length) return false
  if (!name.startsWith(first) || !name.endsWith(last)) return false
  let from = first.length
  for (const part of rest) {
    const found = name.indexOf(part, from)
    if (found === -1) return false
    from = found + part.length
  }
  return from <= name.length - last.length
}
