import type { RegisteredTool, ToolIndex } from '@toolscout/index'
import { ToolNotFoundError } from '@toolscout/model'
import {
  createExportNames,
  type ExportNames,
  nearestIds,
  quote,
  takeCodePoints,
} from '@toolscout/model/internal'

/** How many ids that exist are offered for one that does not. */
const MAX_SUGGESTIONS = 3
/** How much of a reference is searched for when nothing answers to it, in code points. */
const MAX_SUGGESTED_LENGTH = 256
/** What export names look like, see `toExportName`. */
const EXPORT_NAME = /^[A-Za-z0-9_-]{1,64}$/

/** Something that names a tool: an id, with or without version, its export name, or a hit. */
export type ToolReference = string | { readonly id: string }

/** Finds what references mean. */
export interface References {
  /**
   * The tool with this id, its highest version, or the tool of this export name; `undefined` when there is none.
   * @throws TypeError for what is no reference.
   */
  readonly find: (reference: ToolReference) => RegisteredTool | undefined
  /**
   * As `find`.
   * @throws ToolNotFoundError `TOOL_NOT_FOUND` with the ids that are spelled nearly so, then those that match its words.
   */
  readonly get: (reference: ToolReference, signal?: AbortSignal) => Promise<RegisteredTool>
  /** Says that a reference means no tool, and which ids come near. Never rejects. */
  readonly notFound: (reference: ToolReference, signal?: AbortSignal) => Promise<ToolNotFoundError>
  /** The export names of all tools there are now. */
  readonly exportNames: () => ExportNames
}

/** Creates the {@link References} of an index. */
export function createReferences(index: ToolIndex): References {
  let named: { readonly version: number; readonly names: ExportNames } | undefined

  /** Names are rebuilt on the first lookup after the index changed; linear in the tools. */
  const exportNames = (): ExportNames => {
    if (named?.version !== index.version) {
      const ids = index.list().map(({ summary }) => summary.id)
      named = { version: index.version, names: createExportNames(ids) }
    }
    return named.names
  }
  const findExported = (name: string): RegisteredTool | undefined => {
    if (!EXPORT_NAME.test(name)) return undefined
    const id = exportNames().idOf(name)
    return id === undefined ? undefined : index.get(id)
  }
  const find = (reference: ToolReference): RegisteredTool | undefined => {
    const text = toText(reference)
    return index.resolve(text) ?? findExported(text)
  }
  const notFound: References['notFound'] = async (reference, signal) => {
    const text = toText(reference)
    const suggestions = await suggest(index, text, signal)
    const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map(quote).join(' or ')}?`
    return new ToolNotFoundError(`There is no tool ${quote(text)}.${hint}`, text, suggestions)
  }
  return {
    find,
    exportNames,
    notFound,
    get: async (reference, signal) => {
      const found = find(reference)
      if (found !== undefined) return found
      const error = await notFound(reference, signal)
      signal?.throwIfAborted()
      throw error
    },
  }
}

/** The text of a reference. @throws TypeError for what is none. */
export function toText(reference: ToolReference): string {
  const text: unknown =
    typeof reference === 'object' && reference !== null ? Reflect.get(reference, 'id') : reference
  if (typeof text === 'string') return text
  throw new TypeError(`A reference is an id or a hit, not ${quote(reference)}.`)
}

async function suggest(
  index: ToolIndex,
  reference: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  if (reference.trim() === '') return []
  const ids = index.list().map(({ summary }) => summary.id)
  const near = nearestIds(takeCodePoints(reference, MAX_SUGGESTED_LENGTH), ids, MAX_SUGGESTIONS)
  if (near.length === MAX_SUGGESTIONS) return near
  try {
    const query = takeCodePoints(reference, MAX_SUGGESTED_LENGTH)
    const { hits } = await index.search(query, { limit: MAX_SUGGESTIONS, signal })
    return [...new Set([...near, ...hits.map(({ id }) => id)])].slice(0, MAX_SUGGESTIONS)
  } catch {
    // A searcher may refuse the reference, such as one of patterns, or the signal aborts.
    return near
  }
}
