import { type Backend, ToolscoutError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'

/** One tool of a batch that could not be registered. */
export interface RegistrationFailure {
  /** Position in the batch, from 0. */
  readonly position: number
  /** The tool's name as far as it can be read. */
  readonly name: string
  readonly error: ToolscoutError
}

/** Most failures that the message names: the first ones tell what kind of mistake it is. */
const MAX_SHOWN_FAILURES = 3

/** Failures that a console prints as their number; the stacks of thousands would hide the message. */
function withShortForm(failures: readonly RegistrationFailure[]): readonly RegistrationFailure[] {
  const list = [...failures]
  const inspect = Symbol.for('nodejs.util.inspect.custom')
  Object.defineProperty(list, inspect, { value: () => `[${list.length} failures]` })
  return Object.freeze(list)
}

/** `REGISTRATION_FAILED`: some tools of a batch are not acceptable, so none of it was registered. */
export class RegistrationFailedError extends ToolscoutError<{
  readonly failures: readonly RegistrationFailure[]
}> {
  constructor(failures: readonly RegistrationFailure[], total: number) {
    const [first] = failures
    const shown = failures.slice(0, MAX_SHOWN_FAILURES)
    const why = shown.map(({ name, error }) => `\n- ${quote(name)}: ${error.message}`).join('')
    const more = failures.length - shown.length
    const rest = more === 0 ? '' : `\n- and ${more} more`
    super(
      'REGISTRATION_FAILED',
      `${failures.length} of ${total} tools are not acceptable; none was registered.${why}${rest}`,
      {
        details: { failures: withShortForm(failures) },
        cause: first?.error,
      },
    )
  }
}

/** `BACKEND_NOT_FOUND`: a tool has no such backend. */
export class BackendNotFoundError extends ToolscoutError<{ readonly id: string; readonly backend: Backend }> {
  constructor(id: string, backend: Backend) {
    super('BACKEND_NOT_FOUND', `The tool ${quote(id)} has no backend ${quote(backend)}.`, {
      details: { id, backend },
    })
  }
}

/** `INVALID_CURSOR`: a text is not a cursor of this index, or one for another query. */
export class InvalidCursorError extends ToolscoutError<{ readonly cursor: string }> {
  constructor(message: string, cursor: string) {
    super('INVALID_CURSOR', message, { details: { cursor } })
  }
}

/** `STALE_CURSOR`: the pages a cursor belongs to are no longer held; start again from the first page. */
export class StaleCursorError extends ToolscoutError<{ readonly cursor: string }> {
  constructor(cursor: string) {
    super('STALE_CURSOR', 'This cursor is too old; ask for the first page again.', { details: { cursor } })
  }
}

/** `NON_DETERMINISTIC_SEARCHER`: the index requires a deterministic searcher and this one is not. */
export class NonDeterministicSearcherError extends ToolscoutError<{ readonly searcher: string }> {
  constructor(searcher: string) {
    const message = `The searcher ${quote(searcher)} is not deterministic, and this index requires one that is.`
    super('NON_DETERMINISTIC_SEARCHER', message, { details: { searcher } })
  }
}
