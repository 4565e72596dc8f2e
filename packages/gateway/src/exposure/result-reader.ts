import type { ToolHost } from '@toolscout/discovery'
import { textResult } from '@toolscout/model'
import { resultReaderTool } from '@toolscout/runtime'
import { toLocalHandler } from '@toolscout/runtime/internal'
import type { MetaToolDefinition } from './meta-tool.ts'

/** The tool that reads the rest of results that were cut. */
export function resultReader(host: ToolHost, name: string): MetaToolDefinition {
  const definition = resultReaderTool(host, name)
  const { description, inputSchema, execute = () => undefined } = definition
  const reader = toLocalHandler({ definition, handler: execute })
  return {
    name,
    description,
    inputSchema,
    annotations: { readOnlyHint: true },
    run: async (args, { signal, principal }) =>
      textResult(String(await reader?.run(args, { signal, principal }))),
  }
}
