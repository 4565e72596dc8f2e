import type { Registration, RegistrationReport, ToolIndex } from '@toolscout/index'
import {
  listToolSet,
  parseTool,
  type Tool,
  type ToolDefinition,
  type ToolSet,
  ToolscoutError,
} from '@toolscout/model'
import { createToolDocStore, type ToolDocInput, type ToolDocStore } from '@toolscout/tooldoc'
import type { RegisterOptions } from './discovery.ts'
import { type LocalHandler, toLocalHandler } from './local-handlers.ts'

/** What tools of this process are registered in. */
export interface LocalParts {
  readonly index: ToolIndex
  readonly docs: ToolDocStore
  readonly handlers: Map<string, LocalHandler>
}

/**
 * Registers functions of this process with their docs, all or none: definitions and docs are read first, and
 * nothing is changed before all of them are acceptable.
 *
 * @throws RegistrationFailedError `REGISTRATION_FAILED` naming every tool that is not.
 * @throws ToolNotFoundError `TOOL_NOT_FOUND` for a doc of a tool that is not among them.
 */
export async function registerTools(
  tools: ToolSet,
  options: RegisterOptions,
  { index, docs, handlers }: LocalParts,
): Promise<RegistrationReport> {
  const entries = listToolSet(tools).map((entry) => {
    const tool = tryParse(entry.definition, options.namespace)
    return { tool, definition: entry.definition, handler: toLocalHandler(entry) }
  })
  const documented = await readDocs(
    entries.flatMap(({ tool }) => tool ?? []),
    options.docs ?? {},
  )
  const report = index.registerMany(
    entries.map(
      ({ tool, definition }): Registration => ({
        tool: tool ?? (definition as ToolDefinition),
        backend: { kind: 'local', handler: tool?.id ?? 'unread' },
      }),
    ),
  )
  for (const { tool, handler } of entries) {
    if (tool === undefined) continue
    if (handler === undefined) handlers.delete(tool.id)
    else handlers.set(tool.id, handler)
  }
  for (const [id, doc] of documented) {
    await docs.register(id, doc)
    index.setNotes(id, docs.searchNotes(id))
  }
  return report
}

/** What cannot be read is told by the index, with everything else that is wrong in the batch. */
function tryParse(definition: unknown, namespace: string | undefined): Tool | undefined {
  try {
    return parseTool(definition, { namespace }).tool
  } catch (error) {
    if (error instanceof ToolscoutError) return undefined
    throw error
  }
}

/** Tries docs on a store of their own, so that a bad one keeps everything out. */
async function readDocs(
  tools: readonly Tool[],
  docs: { readonly [tool: string]: ToolDocInput },
): Promise<readonly (readonly [id: string, doc: ToolDocInput])[]> {
  const byKey = new Map(tools.flatMap((tool) => [[tool.name, tool] as const, [tool.id, tool] as const]))
  const trial = createToolDocStore({ getTool: (id) => byKey.get(id) })
  return Promise.all(
    Object.entries(docs).map(async ([key, doc]) => {
      const id = byKey.get(key)?.id ?? key
      await trial.register(id, doc)
      // Only tools of this call are documented here; `describe` says so in the usual words.
      await trial.describe(id, 'schema')
      return [id, doc] as const
    }),
  )
}
