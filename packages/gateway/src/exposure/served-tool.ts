import type { Tool } from '@toolscout/model'
import type { ServedTool } from '@toolscout/model/internal'

/**
 * A tool as its server defined it, under the name it is served by. Members of the definition that this version has no
 * name for are left out: they may promise what a gateway does not do.
 */
export function toServedTool(tool: Tool, name: string): ServedTool {
  const { title, description, inputSchema, outputSchema, annotations, icons, _meta } = tool
  return Object.freeze({
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(icons === undefined ? {} : { icons }),
    ...(_meta === undefined ? {} : { _meta }),
  })
}
