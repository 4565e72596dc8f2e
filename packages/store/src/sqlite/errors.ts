import { ToolscoutError } from '@toolscout/model'

/** `STORE_UNSAFE_PLACE`: others could read, change or take away what a store keeps. */
export class StoreUnsafePlaceError extends ToolscoutError<{ readonly path: string }> {
  constructor(message: string, path: string) {
    super('STORE_UNSAFE_PLACE', message, { details: { path } })
  }
}
