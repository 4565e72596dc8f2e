import type { ToolSession } from './tool-session.ts'
import type { ToolWriter, WrittenTool } from './written-tools.ts'

/** Tools by name for frameworks that are given every tool once and its active ones with every step. */
export interface ActiveRecord<T> {
  readonly tools: () => Record<string, T>
  readonly activeTools: () => string[]
}

/**
 * Frameworks send the active tools in the order of the record they were given. So a tool that is unlocked moves to the
 * end of the record, which leaves what a provider caches a prefix.
 */
export function createActiveRecord<T>(
  session: ToolSession,
  writer: ToolWriter,
  toTool: (written: WrittenTool) => T,
): ActiveRecord<T> {
  let record: Record<string, T> = {}
  let moved = new Set<string>()
  const activeTools = (): string[] => {
    const of = session.tools()
    return session.active().map((tool) => {
      const name = writer.nameOf(tool.name, of)
      const own = record[name]
      if (own !== undefined && !moved.has(name)) {
        delete record[name]
        record[name] = own
      }
      moved.add(name)
      return name
    })
  }
  return {
    tools: () => {
      const of = session.tools()
      record = Object.fromEntries(writer.write(of.all, of).map((tool) => [tool.name, toTool(tool)]))
      moved = new Set()
      activeTools()
      return record
    },
    activeTools,
  }
}
