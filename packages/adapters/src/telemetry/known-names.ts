/** Names of tools that metrics tell apart: each is a time series that somebody pays for. */
export const DEFAULT_MAX_TOOL_NAMES = 200
/** What stands for all others. */
export const OTHER_NAME = '_other'

/** Lets the first so many different names through; the rest are one. */
export function createKnownNames(most: number): (name: string) => string {
  const known = new Set<string>()
  return (name) => {
    if (known.has(name)) return name
    if (known.size >= most) return OTHER_NAME
    known.add(name)
    return name
  }
}
