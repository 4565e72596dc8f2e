import type { ServedCall, ToolResult } from '@toolscout/model'
import type { ListedTool, Registry } from '../registry.ts'

/** Runs a tool of a registry for whoever called an exposure. */
export function runTool(
  registry: Registry,
  reference: string,
  args: unknown,
  { principal, signal, onProgress, client }: ServedCall,
): Promise<ToolResult> {
  return registry.call(reference, args, { principal, signal, onProgress, client })
}

/** Runs a tool that is listed as it is: clients refuse a result that lacks the data its definition promises. */
export function runListedTool(
  registry: Registry,
  { id }: ListedTool,
  args: unknown,
  { principal, signal, onProgress, client }: ServedCall,
): Promise<ToolResult> {
  const wholeData = registry.discovery.index.get(id)?.tool.outputSchema !== undefined
  return registry.call(id, args, { principal, signal, onProgress, client, wholeData })
}
