import type { ConfigDocument } from './config-place.ts'
import type { JsoncProblem } from './jsonc.ts'

/**
 * Reads JSON with comments and trailing commas. Strict otherwise: the first mistake is the answer. Objects in the
 * value have no prototype, so a member named `__proto__` is one like any other. The parser is loaded on first use.
 */
export async function parseJsonc(text: string): Promise<ConfigDocument | JsoncProblem> {
  return (await import('./jsonc.ts')).parseJsonc(text)
}
