import {
  estimateTokens,
  parseTool,
  parseToolId,
  type Tool,
  type ToolExample,
  ToolNotFoundError,
} from '@toolscout/model'
import { checkOption, checkWhole, copyJson, isJsonObject, messageOf, quote } from '@toolscout/model/internal'
import { createSchemaValidator } from '@toolscout/schema/internal'
import { NoToolError } from './errors.ts'
import {
  appendExamples,
  checkExamples,
  readSaved,
  replaceMembers,
  requireCallOptions,
  requireRenderOptions,
  requireStoreOptions,
} from './store-arguments.ts'
import { DEFAULT_DETAIL, parseDetail, type ToolDoc, type ToolDocInput } from './tool-doc.ts'
import {
  readToolDoc,
  type ToolDocEntry,
  type ToolDocNotice,
  type ToolDocReading,
  toNotice,
} from './tool-doc-entry.ts'
import {
  DEFAULT_MAX_EXAMPLES,
  type DescribedTools,
  type ToolDocCallOptions,
  type ToolDocStore,
  type ToolDocStoreOptions,
} from './tool-doc-store.ts'

/**
 * Creates an empty store.
 *
 * @throws RangeError when `maxExamples` is no integer of 0 or more, TypeError for an unknown option and for one of the
 * wrong type.
 */
export function createToolDocStore(options: ToolDocStoreOptions = {}): ToolDocStore {
  requireStoreOptions(options)
  return Object.freeze(new MemoryDocs(options))
}

/** What reads schemas comes with the first description. */
let composing: typeof import('./compose-tool-doc.ts') | undefined

class MemoryDocs implements ToolDocStore {
  readonly #options: ToolDocStoreOptions
  readonly #maxExamples: number
  readonly #validator: NonNullable<ToolDocStoreOptions['validator']>
  readonly #entries = new Map<string, ToolDocEntry>()
  /** Ids that were asked for, written or removed: what was saved of them does not count any more. */
  readonly #known = new Set<string>()
  /** Calls that will store something once their examples are checked. */
  readonly #pending = new Set<{ readonly id: string; isRemoved: boolean }>()

  constructor(options: ToolDocStoreOptions) {
    this.#options = options
    this.#maxExamples = checkWhole('maxExamples', options.maxExamples ?? DEFAULT_MAX_EXAMPLES, 0)
    this.#validator = options.validator ?? createSchemaValidator()
  }

  readonly register: ToolDocStore['register'] = (id, doc, options = {}) =>
    this.#store(id, doc, options, (entry) => replaceMembers(this.#get(id), entry))

  readonly addExamples: ToolDocStore['addExamples'] = (id, examples, options = {}) =>
    this.#store(id, { examples }, options, (entry) => appendExamples(this.#get(id), entry, this.#maxExamples))

  readonly remove: ToolDocStore['remove'] = (id) => {
    const isThere = this.#get(requireId(id)) !== undefined
    for (const call of this.#pending) if (call.id === id) call.isRemoved = true
    this.#entries.delete(id)
    return isThere
  }

  readonly describe: ToolDocStore['describe'] = async (id, detail, options = {}) => {
    const level = parseDetail(detail)
    const entry = this.#get(requireId(id))
    const tool = await this.#findTool(id, requireCallOptions(options)).catch((error: unknown) => {
      options.signal?.throwIfAborted()
      if (entry === undefined || level !== 'summary') throw error
      return undefined
    })
    if (tool === undefined && entry === undefined) throw notFound(id)
    if (tool === undefined && level !== 'summary') {
      const message = `There is documentation for ${quote(id)}, but no tool; only its summary can be told.`
      throw new NoToolError(message, id)
    }
    composing ??= await import('./compose-tool-doc.ts')
    return composing.composeToolDoc({ id, tool, entry }, level, this.#maxExamples)
  }

  readonly describeMany: ToolDocStore['describeMany'] = async (ids, detail, options = {}) => {
    parseDetail(detail)
    requireCallOptions(options)
    return settle(requireIds(ids), (id) => this.describe(id, detail, options))
  }

  readonly listExamples: ToolDocStore['listExamples'] = async (id, max, options = {}) => {
    const limit = Math.min(checkWhole('max', max ?? this.#maxExamples, 0), this.#maxExamples)
    const entry = this.#get(requireId(id))
    requireCallOptions(options)
    const tool = entry?.examples === undefined ? await this.#findTool(id, options) : undefined
    if (tool === undefined && entry === undefined) throw notFound(id)
    composing ??= await import('./compose-tool-doc.ts')
    return Object.freeze(composing.examplesOf({ id, tool, entry }).slice(0, limit))
  }

  readonly save: ToolDocStore['save'] = (id) => {
    const entry = this.#get(requireId(id))
    const json = entry === undefined ? undefined : copyJson(entry)
    return isJsonObject(json) ? json : undefined
  }

  readonly restore: ToolDocStore['restore'] = (id, saved) => {
    this.#known.add(requireId(id))
    const entry = readSaved(saved, this.#maxExamples)
    if (entry === undefined) this.#entries.delete(id)
    else this.#entries.set(id, entry)
  }

  readonly searchNotes: ToolDocStore['searchNotes'] = (id) => {
    const entry = this.#get(requireId(id))
    if (entry === undefined) return ''
    const examples = [...(entry.examples ?? []), ...(entry.addedExamples ?? [])]
    const texts = examples.flatMap(({ title, description, resultHint }) => [title, description, resultHint])
    return [entry.summary, entry.notes, ...texts].filter((text) => text !== undefined).join('\n')
  }

  readonly render: ToolDocStore['render'] = async (ids, options = {}) => {
    // A store counts tokens with its own counter.
    requireRenderOptions(options)
    const { signal, ...renderOptions } = options
    const { countTokens = estimateTokens } = this.#options
    const level = parseDetail(renderOptions.detail ?? DEFAULT_DETAIL)
    const { docs, failures } = await settle(requireIds(ids), (id) =>
      this.describe(id, level, { signal }).catch((error: unknown) => {
        // A tool doc without a tool is still worth its summary.
        if (error instanceof NoToolError) return this.describe(id, 'summary', { signal })
        throw error
      }),
    )
    const { renderToolDocs } = await import('./render.ts')
    return Object.freeze({ ...renderToolDocs(docs, { ...renderOptions, countTokens }), failures })
  }

  #get(id: string): ToolDocEntry | undefined {
    const { loadDoc } = this.#options
    if (loadDoc !== undefined && !this.#known.has(id)) this.restore(id, loadDoc(id))
    return this.#entries.get(id)
  }

  async #store(
    id: string,
    doc: ToolDocInput,
    options: ToolDocCallOptions,
    merge: (entry: ToolDocEntry) => ToolDocReading,
  ): Promise<readonly ToolDocNotice[]> {
    parseToolId(requireId(id))
    requireCallOptions(options)
    const { entry, notices } = readToolDoc(doc, this.#maxExamples)
    const call = { id, isRemoved: false }
    this.#pending.add(call)
    try {
      const found = await this.#check(id, entry.examples ?? [], options)
      // A tool that was removed meanwhile must not reappear.
      if (call.isRemoved) return Object.freeze([toNotice('', `${quote(id)} was removed meanwhile.`)])
      const merged = merge(entry)
      this.#known.add(id)
      this.#entries.set(id, Object.freeze(merged.entry))
      return Object.freeze([...notices, ...found, ...merged.notices])
    } finally {
      this.#pending.delete(call)
    }
  }

  async #check(
    id: string,
    examples: readonly ToolExample[],
    options: ToolDocCallOptions,
  ): Promise<readonly ToolDocNotice[]> {
    if (examples.length === 0) return []
    let tool: Tool | undefined
    try {
      tool = await this.#findTool(id, options)
    } catch (error) {
      options.signal?.throwIfAborted()
      const message = `The examples were not checked, because the tool could not be had: ${messageOf(error)}`
      return [toNotice('examples', message)]
    }
    return tool === undefined ? [] : checkExamples(tool, examples, this.#validator)
  }

  async #findTool(id: string, { signal }: ToolDocCallOptions): Promise<Tool | undefined> {
    signal?.throwIfAborted()
    const { getTool, resolveTool } = this.#options
    const tool = getTool?.(id) ?? (await resolveTool?.(id, { signal }))
    // A tool from elsewhere might not be frozen, and is handed out.
    return tool === undefined || Object.isFrozen(tool) ? tool : parseTool(tool).tool
  }
}

/** Describes every id, and keeps what failed beside what did not. */
async function settle(
  ids: readonly string[],
  describeOne: (id: string) => Promise<ToolDoc>,
): Promise<DescribedTools> {
  const settled = await Promise.allSettled(ids.map(describeOne))
  const docs = settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failures = settled.flatMap((outcome, i) =>
    outcome.status === 'fulfilled' ? [] : [Object.freeze({ id: ids[i] as string, error: outcome.reason })],
  )
  return Object.freeze({ docs: Object.freeze(docs), failures: Object.freeze(failures) })
}

function notFound(id: string): ToolNotFoundError {
  return new ToolNotFoundError(`Nothing is known about a tool ${quote(id)}.`, id)
}

/** @throws TypeError for what is no text: it must not be taken for the name of some tool. */
function requireId(id: string): string {
  checkOption('id', id, 'string')
  return id
}

/** @throws TypeError for what is no list of texts. */
function requireIds(ids: readonly string[]): readonly string[] {
  checkOption('ids', ids, 'texts')
  return [...ids]
}
