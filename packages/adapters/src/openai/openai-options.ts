import { requireKnownMembers } from '@toolscout/model/internal'
import { SESSION_OPTIONS, type SessionOptions } from '../tool-session.ts'

/** What tools for OpenAI can be told. */
export interface OpenAiToolsOptions extends SessionOptions {
  /**
   * Whether the API holds the model to the schemas (strict mode): what may be left out is then required and may be null,
   * and is left out again when a call comes back. A tool whose schema strict mode cannot hold is sent without it, which is
   * a loss that is told. Default false.
   */
  readonly strict?: boolean | undefined
}

/** The options of every adapter to OpenAI by name. */
const OPENAI_OPTIONS: readonly string[] = Object.freeze([
  ...SESSION_OPTIONS,
  ...Object.keys({ strict: true } satisfies {
    [Option in Exclude<keyof OpenAiToolsOptions, keyof SessionOptions>]-?: true
  }),
])

/** @throws TypeError for an option nobody reads. */
export function checkOpenAiOptions(options: object, more: readonly string[] = []): void {
  requireKnownMembers('the options of OpenAI tools', options, [...OPENAI_OPTIONS, ...more])
}
