import type { CalledTool, ToolCall, ToolCallResult } from '../tool-call.ts'

/** One message of a conversation, in no provider's shape. */
export type LoopMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | {
      readonly role: 'tools'
      /** A result for each call of the message before, in its order. */
      readonly results: readonly ToolCallResult[]
      /** Said to the model beside the results, after them. */
      readonly reminder?: string
    }

/** What a model is asked. */
export interface ModelTurn {
  /** The conversation so far. Messages never change, so that each turn begins with the one before it. */
  readonly messages: readonly LoopMessage[]
  /** What may be called, in an order that only ever grows at its end; empty when a text is wanted. */
  readonly tools: readonly CalledTool[]
  readonly signal: AbortSignal | undefined
}

/** What a model said. */
export interface ModelReply {
  /** Default: none. */
  readonly text?: string | undefined
  /** What it wants to be called, in its order. Default: nothing. */
  readonly calls?: readonly ToolCall[] | undefined
}

/** A language model that calls tools. */
export interface ToolLoopModel {
  /** Names provider and model in errors; never holds a secret. */
  readonly name: string
  /** Rejects as it will, which ends the loop; with the signal's reason when that aborts. */
  readonly reply: (turn: ModelTurn) => Promise<ModelReply>
}
