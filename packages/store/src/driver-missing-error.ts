import { ToolscoutError } from '@toolscout/model'

/** `STORE_DRIVER_MISSING`: the library a store stands on is not there. */
export class StoreDriverMissingError extends ToolscoutError<Record<string, never>> {
  constructor(message: string, cause?: unknown) {
    super('STORE_DRIVER_MISSING', message, { details: {}, cause })
  }
}
