import { ToolscoutError } from '@toolscout/model'

/** `STORE_DRIVER_MISSING`: the library a store stands on is not there. */
export class StoreDriverMissingError extends ToolscoutError<Record<string, never>> {
  constructor(message: string, cause?: unknown) {
    super('STORE_DRIVER_MISSING', message, { details: {}, cause })
  }
}

/** `STORE_UNSAFE_PLACE`: others could read, change or take away what a store keeps. */
export class StoreUnsafePlaceError extends ToolscoutError<{ readonly path: string }> {
  constructor(message: string, path: string) {
    super('STORE_UNSAFE_PLACE', message, { details: { path } })
  }
}
