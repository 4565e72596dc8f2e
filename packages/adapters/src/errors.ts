import { ToolscoutError } from '@toolscout/model'
import { formatDuration } from '@toolscout/model/internal'

/** `CONVERSION_FAILED`: a value is no tool of a format, or a tool has no form in it. `cause` says what is wrong. */
export class ConversionError extends ToolscoutError<{
  /** Name of the format. */
  readonly format: string
  /** `parse`: from the format to a tool. `write`: from a tool to the format. */
  readonly direction: 'parse' | 'write'
}> {
  constructor(message: string, format: string, direction: 'parse' | 'write', cause?: unknown) {
    super('CONVERSION_FAILED', message, { details: { format, direction }, cause })
  }
}

/** `FORMAT_NOT_FOUND`: no format of this name is registered. */
export class FormatNotFoundError extends ToolscoutError<{
  readonly format: string
  /** Names there are, in ascending order. */
  readonly formats: readonly string[]
}> {
  constructor(message: string, format: string, formats: readonly string[]) {
    super('FORMAT_NOT_FOUND', message, { details: { format, formats } })
  }
}

/** `FORMAT_EXISTS`: a format of this name is registered already. */
export class FormatExistsError extends ToolscoutError<{ readonly format: string }> {
  constructor(message: string, format: string) {
    super('FORMAT_EXISTS', message, { details: { format } })
  }
}

/** `INVALID_AGENT`: a value is no card of an agent, or lacks what one must have. */
export class InvalidAgentError extends ToolscoutError<{
  /** Where the problem is, such as `supportedInterfaces`. */
  readonly path: string
}> {
  constructor(message: string, path: string, cause?: unknown) {
    super('INVALID_AGENT', message, { details: { path }, cause })
  }
}

/** `AGENT_NOT_FOUND`: no agent of this id is in the store. */
export class AgentNotFoundError extends ToolscoutError<{
  readonly id: string
  /** Ids that are there and look alike, best first. */
  readonly suggestions: readonly string[]
}> {
  constructor(message: string, id: string, suggestions: readonly string[]) {
    super('AGENT_NOT_FOUND', message, { details: { id, suggestions } })
  }
}

/** `AGENT_TIMEOUT`: an agent did not answer in time. Whether it did what it was asked is not known. */
export class AgentTimeoutError extends ToolscoutError<{
  readonly id: string
  readonly skill: string
  readonly timeoutMs: number
}> {
  constructor(id: string, skill: string, timeoutMs: number) {
    super('AGENT_TIMEOUT', `The agent ${id} did not answer ${skill} within ${formatDuration(timeoutMs)}.`, {
      details: { id, skill, timeoutMs },
    })
  }
}

/** `AGENT_SOURCE_CLOSED`: a source of skills was asked after it was closed. */
export class AgentSourceClosedError extends ToolscoutError<{ readonly source: string }> {
  constructor(source: string) {
    super('AGENT_SOURCE_CLOSED', `The source ${source} is closed; make another of the store.`, {
      details: { source },
    })
  }
}
