/** What a task of some calls costs, as it is billed with prompts that are cached. */
export interface TaskView {
  readonly calls: number
  /** Whether to keep definitions out of the prompt. */
  readonly defer: boolean
  /** Why, in a sentence. */
  readonly reason: string
  /** Tokens of full price. */
  readonly billed: { readonly inline: number; readonly deferred: number }
}
