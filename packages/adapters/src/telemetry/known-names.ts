/** Names of tools that metrics tell apart: each is a time series that somebody pays for. */
const MAX_TOOL_NAMES = 200
/** Counts for every name beyond them. */
export const OTHER_NAME = '_other'

/** Gives each of the first names as it is, and {@link OTHER_NAME} for the rest. */
export function createKnownNames(max: number = MAX_TOOL_NAMES): (name: string) => string {
  const known = new Set<string>()
  return (name) => {
    if (known.has(name)) return name
    if (known.size >= max) return OTHER_NAME
    known.add(name)
    return name
  }
}
