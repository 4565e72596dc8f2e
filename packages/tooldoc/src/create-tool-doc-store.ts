import { estimateTokens, parseToolId, type Tool, type ToolExample, ToolNotFoundError } from '@toolscout/model'
import { messageOf, quote } from '@toolscout/model/internal'
import { createSchemaValidator } from '@toolscout/schema'
import { composeToolDoc, examplesOf, frozenTool } from './compose-tool-doc.ts'
import { type DetailLevel, parseDetail } from './detail.ts'
import { NoToolError } from './errors.ts'
import { checkExamples } from './example-check.ts'
import { DEFAULT_RENDER_OPTIONS, renderToolDocs } from './render.ts'
import {
  appendExamples,
  createKeptDocs,
  type MergedToolDoc,
  replaceMembers,
  requireCallOptions,
  requireId,
  requireIds,
  requireRenderOptions,
  requireStoreOptions,
} from './store-arguments.ts'
import type { ToolDoc, ToolDocInput } from './tool-doc.ts'
import { readToolDoc, type ToolDocEntry } from './tool-doc-entry.ts'
import {
  DEFAULT_MAX_EXAMPLES,
  type DescribedTools,
  type ToolDocCallOptions,
  type ToolDocStore,
  type ToolDocStoreOptions,
} from './tool-doc-store.ts'
import { type ToolDocNotice, toNotice } from './tool-doc-text.ts'

/**
 * Creates an empty store.
 *
 * @throws RangeError when `maxExamples` is no integer of 0 or more, TypeError for an unknown option and for one of the
 * wrong type.
 */
export function createToolDocStore(options: ToolDocStoreOptions = {}): ToolDocStore {
  requireStoreOptions(options)
  const { countTokens = estimateTokens } = options
  const maxExamples = atLeastZero('maxExamples', options.maxExamples ?? DEFAULT_MAX_EXAMPLES)
  const kept = createKeptDocs(options.loadDoc, maxExamples)
  /** Calls that will store something once their examples are checked. */
  const pending = new Set<{ readonly id: string; isRemoved: boolean }>()

  const { findTool, checkAll } = createToolFinder(options)

  const store = async (
    id: string,
    doc: ToolDocInput,
    write: {
      readonly callOptions: ToolDocCallOptions
      readonly merge: (entry: ToolDocEntry) => MergedToolDoc
    },
  ): Promise<readonly ToolDocNotice[]> => {
    parseToolId(requireId(id))
    requireCallOptions(write.callOptions)
    const { entry, notices } = readToolDoc(doc, maxExamples)
    const call = { id, isRemoved: false }
    pending.add(call)
    try {
      const found = await checkAll(id, entry.examples ?? [], write.callOptions)
      // A tool that was removed meanwhile must not reappear.
      if (call.isRemoved) return Object.freeze([toNotice('', `${quote(id)} was removed meanwhile.`)])
      const merged = write.merge(entry)
      kept.set(id, Object.freeze(merged.entry))
      return Object.freeze([...notices, ...found, ...merged.notices])
    } finally {
      pending.delete(call)
    }
  }

  const describe = async (
    id: string,
    detail: DetailLevel,
    callOptions: ToolDocCallOptions = {},
  ): Promise<ToolDoc> => {
    const level = parseDetail(detail)
    const entry = kept.get(requireId(id))
    const tool = await findTool(id, requireCallOptions(callOptions)).catch((error: unknown) => {
      callOptions.signal?.throwIfAborted()
      if (entry === undefined || level !== 'summary') throw error
      return undefined
    })
    if (tool === undefined && entry === undefined) throw notFound(id)
    if (tool === undefined && level !== 'summary') {
      throw new NoToolError(
        `There is documentation for ${quote(id)}, but no tool; only its summary can be told.`,
        id,
      )
    }
    return composeToolDoc({ id, tool, entry }, level, maxExamples)
  }

  return Object.freeze<ToolDocStore>({
    register: (id, doc, callOptions = {}) =>
      store(id, doc, { callOptions, merge: (entry) => replaceMembers(kept.get(id), entry) }),
    addExamples: (id, examples, callOptions = {}) =>
      store(
        id,
        { examples },
        { callOptions, merge: (entry) => appendExamples(kept.get(id), entry, maxExamples) },
      ),
    remove: (id) => {
      requireId(id)
      for (const call of pending) if (call.id === id) call.isRemoved = true
      return kept.delete(id)
    },
    describe,
    describeMany: async (ids, detail, callOptions = {}) => {
      parseDetail(detail)
      requireCallOptions(callOptions)
      return settle(requireIds(ids), (id) => describe(id, detail, callOptions))
    },
    listExamples: async (id, max, callOptions = {}) => {
      const limit = Math.min(atLeastZero('max', max ?? maxExamples), maxExamples)
      const entry = kept.get(requireId(id))
      requireCallOptions(callOptions)
      const tool = entry?.examples === undefined ? await findTool(id, callOptions) : undefined
      if (tool === undefined && entry === undefined) throw notFound(id)
      return Object.freeze(examplesOf({ id, tool, entry }).slice(0, limit))
    },
    save: (id) => kept.save(requireId(id)),
    restore: (id, saved) => kept.restore(requireId(id), saved),
    searchNotes: (id) => searchNotesOf(kept.get(requireId(id))),
    render: async (ids, options = {}) => {
      requireRenderOptions(options)
      const { signal, ...renderOptions } = options
      const level = parseDetail(renderOptions.detail ?? DEFAULT_RENDER_OPTIONS.detail)
      const { docs, failures } = await settle(requireIds(ids), (id) =>
        describe(id, level, { signal }).catch((error: unknown) => {
          // A tool doc without a tool is still worth its summary.
          if (error instanceof NoToolError) return describe(id, 'summary', { signal })
          throw error
        }),
      )
      return Object.freeze({ ...renderToolDocs(docs, { ...renderOptions, countTokens }), failures })
    },
  })
}

/** Finds the tools of a store, and checks examples against them. */
function createToolFinder({
  getTool,
  resolveTool,
  validator = createSchemaValidator(),
}: ToolDocStoreOptions): {
  readonly findTool: (id: string, callOptions: ToolDocCallOptions) => Promise<Tool | undefined>
  readonly checkAll: (
    id: string,
    examples: readonly ToolExample[],
    callOptions: ToolDocCallOptions,
  ) => Promise<readonly ToolDocNotice[]>
} {
  const findTool = async (id: string, { signal }: ToolDocCallOptions): Promise<Tool | undefined> => {
    signal?.throwIfAborted()
    const tool = getTool?.(id) ?? (await resolveTool?.(id, { signal }))
    return tool === undefined ? undefined : frozenTool(tool)
  }

  const checkAll = async (
    id: string,
    examples: readonly ToolExample[],
    callOptions: ToolDocCallOptions,
  ): Promise<readonly ToolDocNotice[]> => {
    if (examples.length === 0) return []
    let tool: Tool | undefined
    try {
      tool = await findTool(id, callOptions)
    } catch (error) {
      callOptions.signal?.throwIfAborted()
      const why = messageOf(error)
      return [
        toNotice('examples', `The examples were not checked, because the tool could not be had: ${why}`),
      ]
    }
    return tool === undefined ? [] : checkExamples(tool, examples, validator)
  }

  return { findTool, checkAll }
}

/** Describes every id, and keeps what failed beside what did not. */
async function settle(
  ids: readonly string[],
  describeOne: (id: string) => Promise<ToolDoc>,
): Promise<DescribedTools> {
  const docs: ToolDoc[] = []
  const failures: { readonly id: string; readonly error: unknown }[] = []
  const settled = await Promise.allSettled(ids.map(describeOne))
  for (const [i, outcome] of settled.entries()) {
    if (outcome.status === 'fulfilled') docs.push(outcome.value)
    else failures.push(Object.freeze({ id: ids[i] as string, error: outcome.reason as unknown }))
  }
  return Object.freeze({ docs: Object.freeze(docs), failures: Object.freeze(failures) })
}

function searchNotesOf(entry: ToolDocEntry | undefined): string {
  const examples = [...(entry?.examples ?? []), ...(entry?.addedExamples ?? [])]
  const texts = examples.flatMap(({ title, description, resultHint }) => [title, description, resultHint])
  return [entry?.summary, entry?.notes, ...texts].filter((text) => text !== undefined).join('\n')
}

function notFound(id: string): ToolNotFoundError {
  return new ToolNotFoundError(`Nothing is known about a tool ${quote(id)}.`, id)
}

function atLeastZero(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value
  throw new RangeError(`${name} is ${value}; it must be an integer of 0 or more.`)
}
