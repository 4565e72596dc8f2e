import type { JsonObject, TokenCounter, Tool, ToolExample } from '@toolscout/model'
import type { SchemaValidator } from '@toolscout/schema'
import type { Rendering, RenderOptions } from './render.ts'
import type { DetailLevel, ToolDoc, ToolDocInput } from './tool-doc.ts'
import type { ToolDocNotice } from './tool-doc-entry.ts'

/** Most examples of one tool that are kept and shown: more repeat each other. */
export const DEFAULT_MAX_EXAMPLES = 10

/** Where a store finds tools, and its bounds. */
export interface ToolDocStoreOptions {
  /** The tool of an id, such as from the tool index. Asked first. */
  readonly getTool?: ((id: string) => Tool | undefined) | undefined
  /** Asked when `getTool` knows nothing; `undefined` when there is none elsewhere. */
  readonly resolveTool?: ((id: string, options: ToolDocCallOptions) => Promise<Tool | undefined>) | undefined
  /** What `save` gave for a tool in an earlier life, such as from a file. Asked once an id. Default: nothing is there. */
  readonly loadDoc?: ((id: string) => JsonObject | undefined) | undefined
  /** Checks examples. Default: a validator of the store's own. */
  readonly validator?: Pick<SchemaValidator, 'validate'> | undefined
  /** Most examples of one tool; an integer of 0 or more. Default 10. */
  readonly maxExamples?: number | undefined
  /** Counts the tokens of renderings. Default: the estimate of the model package. */
  readonly countTokens?: TokenCounter | undefined
}

/** Options of a call. */
export interface ToolDocCallOptions {
  /** Handed to `resolveTool`. */
  readonly signal?: AbortSignal | undefined
}

/** Tool docs of several tools. */
export interface DescribedTools {
  /** In the order of the ids. */
  readonly docs: readonly ToolDoc[]
  /** The ids that failed, in their order, each with what `describe` would have thrown. */
  readonly failures: readonly { readonly id: string; readonly error: unknown }[]
}

/**
 * Documentation of tools, at three levels of detail.
 *
 * An id that is no text, and an unknown option, are a TypeError everywhere.
 */
export interface ToolDocStore {
  /**
   * Adds to what is stored about a tool; the tool may come later. Members that are absent stay as they were. A call
   * that fails changes nothing. Resolves to what had to be cut, or could not be checked. The tool is asked for only
   * when there are examples to check.
   *
   * Rejects with `INVALID_TOOL_ID`, `ARGUMENTS_TOO_LARGE`, `INVALID_JSON`, `INVALID_EXAMPLE` (when the tool is known),
   * and TypeError for a member that is unknown or of the wrong type.
   */
  readonly register: (
    id: string,
    doc: ToolDocInput,
    options?: ToolDocCallOptions,
  ) => Promise<readonly ToolDocNotice[]>
  /** Adds examples behind those that are there, up to the store's bound. Resolves and rejects as `register` does. */
  readonly addExamples: (
    id: string,
    examples: readonly ToolExample[],
    options?: ToolDocCallOptions,
  ) => Promise<readonly ToolDocNotice[]>
  /** Forgets everything about an id; false when there was nothing. To be called when a tool leaves. */
  readonly remove: (id: string) => boolean
  /**
   * What is known about a tool.
   *
   * Rejects with `INVALID_DETAIL`; `TOOL_NOT_FOUND` when neither tool nor tool doc is known; `NO_TOOL` when there is a
   * tool doc but no tool, above `summary`; and with whatever `resolveTool` rejected with, where the tool doc alone
   * does not do.
   */
  readonly describe: (id: string, detail: DetailLevel, options?: ToolDocCallOptions) => Promise<ToolDoc>
  /**
   * Describes several tools; what fails stands beside the rest. Rejects only with `INVALID_DETAIL`, and TypeError for
   * ids that are no list of texts.
   */
  readonly describeMany: (
    ids: readonly string[],
    detail: DetailLevel,
    options?: ToolDocCallOptions,
  ) => Promise<DescribedTools>
  /**
   * The first examples of a tool: at most `max`, which is an integer of 0 or more, and never more than the store's
   * own bound. Those of the tool's definition when none were registered.
   *
   * Rejects with `TOOL_NOT_FOUND` as `describe` does, and RangeError for another `max`.
   */
  readonly listExamples: (
    id: string,
    max?: number,
    options?: ToolDocCallOptions,
  ) => Promise<readonly ToolExample[]>
  /** All that is documented of a tool, for `loadDoc`; `undefined` when there is nothing. */
  readonly save: (id: string) => JsonObject | undefined
  /** Has what was saved of a tool, such as by another process, in place of what is documented here. */
  readonly restore: (id: string, saved: JsonObject | undefined) => void
  /** Summary, notes and the texts of examples as documented, a line each, for the search index; empty without any. */
  readonly searchNotes: (id: string) => string
  /**
   * Fits tools, best first, into a budget of tokens, counted by the store's counter; see {@link renderToolDocs}, whose
   * defaults hold here too. Failures stand beside the text. Rejects with what `renderToolDocs` throws.
   */
  readonly render: (
    ids: readonly string[],
    options?: Omit<RenderOptions, 'countTokens'> & ToolDocCallOptions,
  ) => Promise<Rendering & Pick<DescribedTools, 'failures'>>
}
