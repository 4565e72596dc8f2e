/** What an error carries beside its message. */
export interface ToolscoutErrorOptions<Details> {
  /** Machine-readable facts about the failure; never secrets. */
  readonly details: Details
  /** The error that led to this one. */
  readonly cause?: unknown
}

/**
 * The base of every error Toolscout throws on purpose.
 *
 * `code` is stable across releases, upper snake case, and unique per failure a caller can act on;
 * `docs/errors.md` has a heading for each. `details` holds what the message says in machine-readable form.
 */
export abstract class ToolscoutError<Details = unknown> extends Error {
  /** Stable identifier of the failure, such as `TOOL_NOT_FOUND`. */
  readonly code: string
  /** The facts of this failure. */
  readonly details: Details

  constructor(code: string, message: string, options: ToolscoutErrorOptions<Details>) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.code = code
    this.details = options.details
  }
}

/** The facts of an {@link InvalidToolError}. */
export interface InvalidToolDetails {
  /** Where the problem is, such as `name` or `inputSchema.properties`. */
  readonly path: string
  /** The tool's name as far as it could be read. */
  readonly tool: string
}

/** `INVALID_TOOL`: a tool definition cannot be accepted. */
export class InvalidToolError extends ToolscoutError<InvalidToolDetails> {
  constructor(message: string, details: InvalidToolDetails, cause?: unknown) {
    super('INVALID_TOOL', message, { details, cause })
  }
}

/** `INVALID_TOOL_ID`: a text is no canonical id, or a part cannot stand in one. */
export class InvalidToolIdError extends ToolscoutError<{ readonly id: string }> {
  constructor(message: string, id: string) {
    super('INVALID_TOOL_ID', message, { details: { id } })
  }
}

/** `INVALID_BACKEND`: a backend is of no known kind or lacks what its kind needs. */
export class InvalidBackendError extends ToolscoutError<{ readonly path: string }> {
  constructor(message: string, path: string) {
    super('INVALID_BACKEND', message, { details: { path } })
  }
}

/** `INVALID_VERSION`: a text is no semantic version, or no range of them. */
export class InvalidVersionError extends ToolscoutError<{ readonly version: string }> {
  constructor(message: string, version: string) {
    super('INVALID_VERSION', message, { details: { version } })
  }
}

/** `NO_COMPATIBLE_VERSION`: of the versions of a component on offer none works with what was asked for. */
export class NoCompatibleVersionError extends ToolscoutError<{
  readonly component: string
  /** What was on offer. */
  readonly versions: readonly string[]
}> {
  constructor(message: string, component: string, versions: readonly string[]) {
    super('NO_COMPATIBLE_VERSION', message, { details: { component, versions } })
  }
}

/** `kind` for what is no JSON, else the bound that was passed. */
export type InvalidJsonReason = 'kind' | 'maxDepth' | 'maxNodes' | 'maxLength'

/** `INVALID_JSON`: a value has no JSON form, or its JSON form is larger or deeper than allowed. */
export class InvalidJsonError extends ToolscoutError<{
  readonly path: string
  readonly reason: InvalidJsonReason
}> {
  constructor(message: string, path: string, reason: InvalidJsonReason = 'kind') {
    super('INVALID_JSON', message, { details: { path, reason } })
  }
}

/** `TOOL_NOT_FOUND`: no tool answers to an id, a version range or a name. Thrown by every package alike. */
export class ToolNotFoundError extends ToolscoutError<{
  /** What was asked for. */
  readonly id: string
  /** Ids that exist and look alike, best first; may be empty. */
  readonly suggestions: readonly string[]
}> {
  constructor(message: string, id: string, suggestions: readonly string[] = []) {
    super('TOOL_NOT_FOUND', message, { details: { id, suggestions } })
  }
}
