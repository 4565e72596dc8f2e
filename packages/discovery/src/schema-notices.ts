import { type Tool, ToolscoutError } from '@toolscout/model'
import { quote, type ToolNotice } from '@toolscout/model/internal'
import type { SchemaValidator } from '@toolscout/schema'

/** A notice about one tool of several. */
export type NoticeOfTool = ToolNotice & { readonly id: string }

/** Says of each tool, at most once, what of its arguments no call will check. */
export type SchemaNotices = (tools: readonly Tool[]) => Promise<readonly NoticeOfTool[]>

/**
 * Creates {@link SchemaNotices}: schemas are read, not compiled, each once for as long as its tool is known, so a
 * listing that changed nothing costs nothing.
 */
export function createSchemaNotices({ inspect }: Pick<SchemaValidator, 'inspect'>): SchemaNotices {
  const known = new WeakMap<object, string>()

  const inspected = async ({ id, inputSchema }: Tool): Promise<string> => {
    try {
      const [first, ...more] = await inspect(inputSchema)
      if (first === undefined) return ''
      const others = more.length === 0 ? '' : ` ${more.length} more of its parts are not checked either.`
      return `Arguments are not checked in full. ${first.message}${others}`
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error
      return `No arguments can be checked, so every call of ${quote(id)} will fail. ${error.message}`
    }
  }
  return async (tools) => {
    const notices: NoticeOfTool[] = []
    for (const tool of tools) {
      const message = known.get(tool.inputSchema) ?? (await inspected(tool))
      known.set(tool.inputSchema, message)
      if (message === '') continue
      notices.push(Object.freeze({ code: 'SCHEMA_UNCHECKED', path: 'inputSchema', message, id: tool.id }))
    }
    return notices
  }
}
