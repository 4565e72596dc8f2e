import type { ToolResult } from '@toolscout/model'
import type { Registry } from '../registry.ts'
import type { ServedCall } from './exposure.ts'

/** Runs a tool of a registry for whoever called an exposure. */
export function runTool(
  registry: Registry,
  reference: string,
  args: unknown,
  { principal, signal, onProgress, client }: ServedCall,
): Promise<ToolResult> {
  return registry.call(reference, args, { principal, signal, onProgress, client })
}
