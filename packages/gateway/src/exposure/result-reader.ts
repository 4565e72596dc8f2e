import type { ToolHost } from '@toolscout/discovery'
import { textResult } from '@toolscout/model'
import { resultReaderTool } from '@toolscout/runtime'
import { toLocalHandler } from '@toolscout/runtime/internal'
import type { MetaToolDefinition } from './meta-tool.ts'

/** The tool that reads the rest of results that were cut. */
export function resultReader(
  host: ToolHost,
  name: string,
  description = 'Reads the rest of a result that was cut.',
): MetaToolDefinition {
  const tool = resultReaderTool(host, name)
  const { execute = () => undefined } = tool
  const handler = toLocalHandler({ definition: tool, handler: execute })
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: {
        handle: { type: 'string', description: 'From the notice in the result.' },
        unit: { type: 'string', enum: ['lines', 'bytes'] },
        from: { type: 'integer', minimum: 0, description: 'The first one, from 0.' },
        count: { type: 'integer', minimum: 1 },
        path: { type: 'string', description: 'JSON pointer into structured content.' },
      },
      required: ['handle'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    run: async (args, { signal, principal }) =>
      textResult(String(await handler?.run(args, { signal, principal }))),
  }
}
