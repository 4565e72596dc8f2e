import { rememberFor, type SessionTools } from './tool-session.ts'
import type { ToolWriter, WrittenTool } from './written-tools.ts'

/** Tools by name for frameworks that are given every tool once and its active ones with every step. */
export interface ActiveRecord<T> {
  /** Every tool by its name, those that are found first as well. The same record while the tools are the same. */
  readonly tools: () => Record<string, T>
  /** For `activeTools` of a first step: what the model may see now. */
  readonly activeTools: () => string[]
  /** Names that searches unlocked so far, to go on with in another process. */
  readonly unlocked: () => readonly string[]
  /** How the tools want to be used, for a system prompt. */
  readonly instructions: () => string | undefined
}

/**
 * Frameworks send the active tools in the order of the record they were given. So a tool that is unlocked moves to the
 * end of the record, which leaves what a provider caches a prefix.
 */
export function createActiveRecord<T>(
  writer: ToolWriter,
  toTool: (written: WrittenTool) => T,
): ActiveRecord<T> {
  const { session } = writer
  let record: Record<string, T> = {}
  let moved = new Set<string>()
  const write = rememberFor((of: SessionTools) => {
    record = Object.fromEntries(writer.write(of).map((tool) => [tool.name, toTool(tool)]))
    moved = new Set()
  })
  const activeTools = (): string[] => {
    const { legalOf } = writer.names(session.tools())
    return session.active().map((tool) => {
      const name = legalOf(tool.name)
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
      write(session.tools())
      activeTools()
      return record
    },
    activeTools,
    unlocked: session.unlocked,
    instructions: session.instructions,
  }
}
