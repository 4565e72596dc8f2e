import type { ToolResult } from '@toolscout/model'
import type { ServedCall } from '@toolscout/model/internal'
import type { Gateway, ListedTool } from '../gateway.ts'

/** Runs a tool of a gateway for whoever called an exposure. */
export function runTool(
  gateway: Gateway,
  reference: string,
  args: unknown,
  { principal, signal, onProgress, client }: ServedCall,
): Promise<ToolResult> {
  return gateway.call(reference, args, { principal, signal, onProgress, client })
}

/** Runs a tool that is listed as it is: clients refuse a result that lacks the data its definition promises. */
export function runListedTool(
  gateway: Gateway,
  { id }: ListedTool,
  args: unknown,
  { principal, signal, onProgress, client }: ServedCall,
): Promise<ToolResult> {
  const wholeData = gateway.discovery.index.get(id)?.tool.outputSchema !== undefined
  return gateway.call(id, args, { principal, signal, onProgress, client, wholeData })
}
