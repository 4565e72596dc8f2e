import { ToolscoutError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'

/** `SERVER_EXISTS`: there is a server of this name already. */
export class ServerExistsError extends ToolscoutError<{ readonly server: string }> {
  constructor(server: string) {
    super(
      'SERVER_EXISTS',
      `There is already a server ${quote(server)}. Remove it first, or choose another name.`,
      {
        details: { server },
      },
    )
  }
}

/** `SERVER_NOT_FOUND`: there is no server of this name. */
export class ServerNotFoundError extends ToolscoutError<{
  readonly server: string
  /** The nearest names there are. */
  readonly suggestions: readonly string[]
}> {
  constructor(server: string, suggestions: readonly string[]) {
    const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map(quote).join(' or ')}?`
    super('SERVER_NOT_FOUND', `There is no server ${quote(server)}.${hint}`, {
      details: { server, suggestions },
    })
  }
}

/** `PIN_STALE`: a tool was to be approved as somebody looked at it, and has another definition by now. */
export class PinStaleError extends ToolscoutError<{ readonly id: string }> {
  constructor(id: string) {
    super('PIN_STALE', `${quote(id)} has changed since you reviewed it. Review it again.`, {
      details: { id },
    })
  }
}
