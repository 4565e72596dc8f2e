import type { TokenCounter, Tool } from '@toolscout/model'

/** Counts tokens of definitions, each once. */
export interface TokenCounts {
  readonly of: (tool: Tool, exportName: string) => number
  /** How many were counted. */
  readonly size: () => number
  /** What is known already. */
  readonly known: (tool: Tool) => number | undefined
}

/** A definition as model providers take it, in one line of JSON. */
export function definitionText({ description, inputSchema }: Tool, exportName: string): string {
  return JSON.stringify({ name: exportName, description, inputSchema })
}

/** Tools never change, so that what was counted of one stays true. */
export function createTokenCounts(countTokens: TokenCounter): TokenCounts {
  const counted = new WeakMap<Tool, number>()
  let size = 0
  return {
    size: () => size,
    known: (tool) => counted.get(tool),
    of: (tool, exportName) => {
      const known = counted.get(tool)
      if (known !== undefined) return known
      const tokens = countTokens(definitionText(tool, exportName))
      counted.set(tool, tokens)
      size += 1
      return tokens
    },
  }
}
