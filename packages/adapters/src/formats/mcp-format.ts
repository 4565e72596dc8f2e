import { type JsonObject, type Tool, toToolJson } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { WHOLE_SCHEMA } from '../schema/schema-subset.ts'
import { readObject, readTool } from './format-parts.ts'
import type { ToolFormat } from './tool-format.ts'

const NAME = 'mcp'

/** MCP's `Tool`, with the members Toolscout has beside, which MCP lets through. Nothing is lost. */
export const mcpFormat: ToolFormat = Object.freeze({
  name: NAME,
  subset: WHOLE_SCHEMA,
  parse: (value: unknown) =>
    readTool(NAME, () => {
      const given = readObject(NAME, value)
      const { annotations } = given
      const title = isJsonObject(annotations) ? annotations.title : undefined
      return { ...given, ...(given.title === undefined && title !== undefined ? { title } : {}) }
    }),
  write: (tool: Tool) => ({ value: toToolJson(tool) as JsonObject, losses: Object.freeze([]) }),
})
