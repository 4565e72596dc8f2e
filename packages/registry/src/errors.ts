import { quote, ToolscoutError } from '@toolscout/model'
import type { RegistryState, RegistryStep } from './registry-state.ts'

/** `REGISTRY_STATE`: the registry is in a state in which that cannot be done, such as being started twice. */
export class RegistryStateError extends ToolscoutError<{
  readonly state: RegistryState
  readonly step: RegistryStep
}> {
  constructor(state: RegistryState, step: RegistryStep) {
    super('REGISTRY_STATE', `A registry that is ${state} cannot take the step ${quote(step)}.`, {
      details: { state, step },
    })
  }
}

/** `SERVER_EXISTS`: there is a server of this name already. */
export class ServerExistsError extends ToolscoutError<{ readonly server: string }> {
  constructor(server: string) {
    super(
      'SERVER_EXISTS',
      `There is a server ${quote(server)} already. Remove it first, or choose another name.`,
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
