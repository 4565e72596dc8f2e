import { ToolscoutError } from '@toolscout/model'
import { messageOf, quote } from '@toolscout/model/internal'

/** `SOURCE_MISSING`: a tool belongs to a server or provider that is not connected. */
export class SourceMissingError extends ToolscoutError<{
  readonly id: string
  readonly source: string
  readonly failure: 'busy'
  readonly outcome: 'notRun'
}> {
  constructor(id: string, source: string) {
    const message = `The tool ${quote(id)} belongs to ${quote(source)}, which is not connected.`
    super('SOURCE_MISSING', message, { details: { id, source, failure: 'busy', outcome: 'notRun' } })
  }
}

/** `SOURCE_EXISTS`: two sources cannot have one name. */
export class SourceExistsError extends ToolscoutError<{ readonly source: string }> {
  constructor(source: string) {
    const name = quote(source)
    super(
      'SOURCE_EXISTS',
      `A source called ${name} is connected already; call removeSource(${name}) first.`,
      {
        details: { source },
      },
    )
  }
}

/** `SOURCE_REMOVED`: a source was removed while it was being listed. */
export class SourceRemovedError extends ToolscoutError<{ readonly source: string }> {
  constructor(source: string) {
    super('SOURCE_REMOVED', `The source ${quote(source)} was removed while it was being listed.`, {
      details: { source },
    })
  }
}

/** `SOURCE_FAILED`: a source failed in the background with an error of its own, which is the cause. */
export class SourceFailedError extends ToolscoutError<{ readonly source: string }> {
  constructor(source: string, cause: unknown) {
    const why = quote(messageOf(cause))
    super('SOURCE_FAILED', `The source ${quote(source)} failed: ${why}.`, { details: { source }, cause })
  }
}

/** `DISCOVERY_CLOSED`: nothing can be connected or called any more. */
export class DiscoveryClosedError extends ToolscoutError<{ readonly operation: string }> {
  constructor(operation: string) {
    super('DISCOVERY_CLOSED', `This discovery was closed; ${operation} is not possible any more.`, {
      details: { operation },
    })
  }
}
