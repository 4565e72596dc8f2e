import type { ToolHost } from '@toolscout/discovery'
import type { ListedTool } from '@toolscout/discovery/internal'
import type { ToolResult } from '@toolscout/model'
import type { ServedCall } from '@toolscout/model/internal'

/** Runs a tool for the caller of an exposure. */
export function runTool(
  host: ToolHost,
  reference: string,
  args: unknown,
  { principal, signal, onProgress, client }: ServedCall,
): Promise<ToolResult> {
  return host.call(reference, args, { principal, signal, onProgress, client })
}

/** Runs a tool that is listed as it is: clients refuse a result that lacks the data its definition promises. */
export function runListedTool(
  host: ToolHost,
  { id }: ListedTool,
  args: unknown,
  { principal, signal, onProgress, client }: ServedCall,
): Promise<ToolResult> {
  const wholeData = host.get(id, { principal })?.tool.outputSchema !== undefined
  return host.call(id, args, { principal, signal, onProgress, client, wholeData })
}
