import type { JsonObject, LocalTool } from '@toolscout/model'
import type { ResultPage, ResultPageOptions } from './result-page.ts'
import type { Toolbox } from './toolbox.ts'

/**
 * A tool with which a model reads on in results that were cut. Register it in the toolbox whose results it reads.
 *
 * @param name what the model calls it by, such as the default `read_result`.
 */
export function resultReaderTool(toolbox: Pick<Toolbox, 'readResult'>, name = 'read_result'): LocalTool {
  const properties = {
    handle: { type: 'string', description: 'The handle in the notice at the end of the result.' },
    unit: { type: 'string', enum: ['lines', 'bytes'], description: 'What is counted; lines by default.' },
    from: { type: 'integer', minimum: 0, description: 'The first line or byte, counted from 0.' },
    count: { type: 'integer', minimum: 1, description: 'How many lines or bytes.' },
    path: { type: 'string', description: 'JSON pointer into structured content, such as /items/3.' },
  }
  return {
    name,
    description: 'Reads on in a tool result that was cut.',
    inputSchema: { type: 'object', properties, required: ['handle'], additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
    execute: ({ handle, ...page }: JsonObject, { principal }) =>
      pageText(toolbox.readResult(String(handle), { ...(page as ResultPageOptions), principal })),
  }
}

function pageText({ text, unit, from, to, total, next, isCut }: ResultPage): string {
  const cut = isCut === true ? ' The last line was too long; read it by bytes.' : ''
  const on = next === undefined ? ' This is the end.' : ` Go on from ${next}.`
  return `${text}\n[${unit} ${from} to ${to} of ${total}.${cut}${on}]`
}
