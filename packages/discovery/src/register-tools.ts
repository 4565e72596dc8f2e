import type { Registration, ToolIndex } from '@toolscout/index'
import { inSlices } from '@toolscout/index/internal'
import {
  parseTool,
  type Tool,
  type ToolDefinition,
  ToolNotFoundError,
  type ToolSet,
  ToolscoutError,
} from '@toolscout/model'
import {
  eachTool,
  isJsonObject,
  nearestNames,
  type ParsedTool,
  quote,
  requireKnownMembers,
  type SearchDraft,
  type Slices,
  type ToolNotice,
} from '@toolscout/model/internal'
import { type LocalHandler, toLocalHandler } from '@toolscout/runtime/internal'
import type { SchemaValidator } from '@toolscout/schema'
import { isPlainSchema } from '@toolscout/schema/internal'
import type { ToolDocInput, ToolDocNotice, ToolDocStore } from '@toolscout/tooldoc'
import { createToolDocStore } from '@toolscout/tooldoc/internal'
import type { RegisterOptions, RegisterReport } from './discovery.ts'

/** What tools of this process are registered in. */
export interface LocalDeps {
  readonly index: ToolIndex
  readonly toolDocs: ToolDocStore
  readonly handlers: Map<string, LocalHandler>
  readonly schemaNotices: SchemaNotices
}

/** @throws TypeError for unknown options, for a namespace that is no text and tool docs that are no record. */
export function checkRegisterOptions(options: RegisterOptions): void {
  requireKnownMembers('the options of register', options, ['namespace', 'toolDocs'])
  const { namespace, toolDocs = {} } = options
  if (namespace !== undefined && (typeof namespace !== 'string' || namespace.trim() === '')) {
    throw new TypeError(`The namespace is ${quote(namespace)}; a text that is not empty is needed.`)
  }
  if (!isJsonObject(toolDocs))
    throw new TypeError(`The toolDocs are ${quote(toolDocs)}; a record by name or id is needed.`)
}

/**
 * Registers functions of this process with their tool docs, all or none and as one change, in slices: definitions and
 * docs are read first, and nothing is changed before all of them are acceptable.
 *
 * @throws RegistrationFailedError `REGISTRATION_FAILED` naming every tool that is not.
 * @throws ToolNotFoundError `TOOL_NOT_FOUND` for a doc of a tool that is not among them.
 */
export async function registerTools(
  tools: ToolSet,
  options: RegisterOptions,
  { index, toolDocs, handlers, schemaNotices, slices }: LocalDeps & { readonly slices: Slices },
): Promise<RegisterReport> {
  const entries: LocalEntry[] = []
  const read: Tool[] = []
  const notices: NoticeOfTool[] = []
  for (const entry of eachTool(tools)) {
    const parsed = tryParse(entry.definition, options.namespace)
    entries.push({ tool: parsed?.tool, definition: entry.definition, handler: toLocalHandler(entry) })
    if (parsed !== undefined) {
      read.push(parsed.tool)
      for (const notice of parsed.notices) notices.push(Object.freeze({ ...notice, id: parsed.tool.id }))
    }
    if (slices.isOver()) await slices.next()
  }
  for (const notice of await schemaNotices(read, slices)) notices.push(notice)
  const trial = await tryDocs(read, options.toolDocs ?? {})
  // What was known of an id before is added to, which only its store can do.
  const notesOf = (id: string): string | undefined =>
    trial.docs.has(id) && toolDocs.searchNotes(id) === '' ? trial.searchNotes(id) : undefined
  const registrations: Registration[] = []
  for (const { tool, definition } of entries) {
    registrations.push({
      tool: tool ?? (definition as ToolDefinition),
      backend: { kind: 'local', handler: tool?.id ?? 'unread' },
      notes: tool === undefined ? undefined : notesOf(tool.id),
    })
    if (slices.isOver()) await slices.next()
  }
  const placing = await placeHandlers(entries, { index, handlers, slices })
  const report = await inSlices(index)
    .registerMany(registrations, { slices, onCommit: placing.commit })
    .catch((error: unknown) => {
      placing.discard()
      throw error
    })
  const docNotices = await storeDocs(trial.docs, { index, toolDocs })
  return Object.freeze({
    ...report,
    notices: Object.freeze(notices),
    docNotices: Object.freeze(docNotices),
    version: index.version,
  })
}

interface LocalEntry {
  readonly tool: Tool | undefined
  readonly definition: unknown
  readonly handler: LocalHandler | undefined
}

/** Handlers of a registration: those of new tools are in place before their tools, where nothing calls them. */
async function placeHandlers(
  entries: readonly LocalEntry[],
  { index, handlers, slices }: Pick<LocalDeps, 'index' | 'handlers'> & { readonly slices: Slices },
): Promise<Pick<SearchDraft, 'commit' | 'discard'>> {
  const early = new Map<string, LocalHandler>()
  const late: LocalEntry[] = []
  for (const entry of entries) {
    if (slices.isOver()) await slices.next()
    const { tool, handler } = entry
    if (tool === undefined) continue
    const { id } = tool
    if (handler === undefined || handlers.has(id) || index.get(id) !== undefined) late.push(entry)
    else {
      handlers.set(id, handler)
      early.set(id, handler)
    }
  }
  return {
    commit: () => {
      for (const { tool: { id } = { id: '' }, handler } of late) {
        if (handler !== undefined) handlers.set(id, handler)
        else if (handlers.size > 0) handlers.delete(id)
      }
    },
    discard: () => {
      for (const [id, handler] of early) if (handlers.get(id) === handler) handlers.delete(id)
    },
  }
}

/** The index reports unreadable tools together with the other problems of the batch. */
function tryParse(definition: unknown, namespace: string | undefined): ParsedTool | undefined {
  try {
    return parseTool(definition, { namespace })
  } catch (error) {
    if (error instanceof ToolscoutError) return undefined
    throw error
  }
}

interface TriedDocs extends Pick<ToolDocStore, 'searchNotes'> {
  /** The docs by the ids of their tools. */
  readonly docs: ReadonlyMap<string, ToolDocInput>
}

const NO_DOCS: TriedDocs = Object.freeze({ docs: new Map(), searchNotes: () => '' })

/** Tries docs on a store of their own, so that a bad one keeps everything out. */
async function tryDocs(
  tools: readonly Tool[],
  docs: { readonly [tool: string]: ToolDocInput },
): Promise<TriedDocs> {
  if (Object.keys(docs).length === 0) return NO_DOCS
  const byKey = toolsByKey(tools)
  const trial = createToolDocStore({ getTool: (id) => byKey.get(id) })
  const byId = new Map<string, ToolDocInput>()
  for (const [key, doc] of Object.entries(docs)) {
    const tool = byKey.get(key)
    if (tool === undefined) throw strayDoc(key, [...byKey.keys()])
    await trial.register(tool.id, doc)
    byId.set(tool.id, doc)
  }
  return { docs: byId, searchNotes: trial.searchNotes }
}

function strayDoc(key: string, known: readonly string[]): ToolNotFoundError {
  const near = nearestNames(key, known, { max: 3 })
  const hint = near.length === 0 ? '' : ` Did you mean ${near.map(quote).join(' or ')}?`
  const message = `There is a tool doc for ${quote(key)}, which is neither the id nor the name of one tool registered with it.${hint}`
  return new ToolNotFoundError(message, key, near)
}

/** Tools by id, and by name where the name is unique and not an id. */
function toolsByKey(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const byKey = new Map<string, Tool>()
  const shared = new Set<string>()
  for (const tool of tools) {
    if (byKey.has(tool.name)) shared.add(tool.name)
    byKey.set(tool.name, tool)
  }
  for (const name of shared) byKey.delete(name)
  for (const tool of tools) byKey.set(tool.id, tool)
  return byKey
}

async function storeDocs(
  docs: ReadonlyMap<string, ToolDocInput>,
  { index, toolDocs }: Pick<LocalDeps, 'index' | 'toolDocs'>,
): Promise<readonly (ToolDocNotice & { readonly id: string })[]> {
  const notices: (ToolDocNotice & { readonly id: string })[] = []
  for (const [id, doc] of docs) {
    for (const notice of await toolDocs.register(id, doc)) notices.push(Object.freeze({ ...notice, id }))
    // A listener may have removed the tool.
    if (index.get(id) !== undefined) index.setNotes(id, toolDocs.searchNotes(id))
  }
  return notices
}

/** A notice about one tool of several. */
export type NoticeOfTool = ToolNotice & { readonly id: string }

/** Says of each tool, at most once, what of its arguments no call will check. */
export type SchemaNotices = (tools: readonly Tool[], slices: Slices) => Promise<readonly NoticeOfTool[]>

/**
 * Creates {@link SchemaNotices}: schemas are read, not compiled, and those that are not plain once for as long as their
 * tool is known.
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
  return async (tools, slices) => {
    const notices: NoticeOfTool[] = []
    for (const tool of tools) {
      if (slices.isOver()) await slices.next()
      // Nearly all are plain, and nothing has to be waited for.
      if (isPlainSchema(tool.inputSchema)) continue
      const message = known.get(tool.inputSchema) ?? (await inspected(tool))
      known.set(tool.inputSchema, message)
      if (message === '') continue
      notices.push(Object.freeze({ code: 'SCHEMA_UNCHECKED', path: 'inputSchema', message, id: tool.id }))
    }
    return notices
  }
}
