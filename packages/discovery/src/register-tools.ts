import type { Registration, ToolIndex } from '@toolscout/index'
import { inSlices } from '@toolscout/index/internal'
import { parseTool, type Tool, type ToolDefinition, type ToolSet, ToolscoutError } from '@toolscout/model'
import {
  checkOptions,
  eachTool,
  type ParsedTool,
  quote,
  type SearchDraft,
  type Slices,
  type ToolNotice,
} from '@toolscout/model/internal'
import { type LocalHandler, toLocalHandler } from '@toolscout/runtime/internal'
import type { SchemaValidator } from '@toolscout/schema'
import { isPlainSchema } from '@toolscout/schema/internal'
import type { ToolDocInput, ToolDocNotice, ToolDocStore } from '@toolscout/tooldoc'
import type { RegisterOptions, RegisterReport } from './discovery.ts'
import { type TriedDocs, tryDocs } from './try-docs.ts'

/** What tools of this process are registered in. */
export interface LocalDeps {
  readonly index: ToolIndex
  readonly toolDocs: ToolDocStore
  readonly handlers: Map<string, LocalHandler>
  readonly schemaNotices: SchemaNotices
  readonly refused: RefusedSchemas
}

/** @throws TypeError for unknown options, for a namespace that is no text and tool docs that are no record. */
export function checkRegisterOptions(options: RegisterOptions): void {
  checkOptions('the options of register', options, { namespace: 'string', toolDocs: 'object' })
  if (options.namespace?.trim() === '') throw new TypeError('The namespace is an empty text.')
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
  { index, toolDocs, handlers, schemaNotices, refused, slices }: LocalDeps & { readonly slices: Slices },
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
  const given = options.toolDocs ?? {}
  const trial = Object.keys(given).length === 0 ? NO_DOCS : await tryDocs(read, given)
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
  keepRefused(refused, read, notices)
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

const NO_DOCS: TriedDocs = Object.freeze({ docs: new Map(), searchNotes: () => '' })

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

/** Why every call of a tool fails, by id: no arguments can be checked against its schema. */
export type RefusedSchemas = Map<string, string>

/** Takes down which of the tools that were registered have such a schema, and which have it no more. */
export function keepRefused(
  refused: RefusedSchemas,
  tools: readonly Tool[],
  notices: readonly NoticeOfTool[],
): void {
  if (refused.size > 0) for (const { id } of tools) refused.delete(id)
  for (const { code, id, message } of notices) if (code === 'SCHEMA_REFUSED') refused.set(id, message)
}

/**
 * Creates {@link SchemaNotices}: schemas are read, not compiled, and those that are not plain once for as long as their
 * tool is known.
 */
export function createSchemaNotices({ inspect }: Pick<SchemaValidator, 'inspect'>): SchemaNotices {
  const known = new WeakMap<object, Pick<ToolNotice, 'code' | 'message'>>()

  const inspected = async ({ id, inputSchema }: Tool): Promise<Pick<ToolNotice, 'code' | 'message'>> => {
    try {
      const [first, ...more] = await inspect(inputSchema)
      if (first === undefined) return CHECKED
      const others = more.length === 0 ? '' : ` ${more.length} more of its parts are not checked either.`
      return { ...CHECKED, message: `Arguments are not checked in full. ${first.message}${others}` }
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error
      const message = `No arguments can be checked, so every call of ${quote(id)} will fail. ${error.message}`
      return { code: 'SCHEMA_REFUSED', message }
    }
  }
  return async (tools, slices) => {
    const notices: NoticeOfTool[] = []
    for (const tool of tools) {
      if (slices.isOver()) await slices.next()
      // Nearly all are plain, and nothing has to be waited for.
      if (isPlainSchema(tool.inputSchema)) continue
      const found = known.get(tool.inputSchema) ?? (await inspected(tool))
      known.set(tool.inputSchema, found)
      if (found.message === '') continue
      notices.push(Object.freeze({ ...found, path: 'inputSchema', id: tool.id }))
    }
    return notices
  }
}

/** Of a schema against which arguments are checked in full. */
const CHECKED = Object.freeze({ code: 'SCHEMA_UNCHECKED', message: '' })
