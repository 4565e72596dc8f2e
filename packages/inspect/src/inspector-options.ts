import type { Discovery } from '@toolscout/discovery'
import type { Gateway } from '@toolscout/gateway'
import type { Clock, TokenCounter } from '@toolscout/model'

/** What happens to the inspector itself. Holds no secrets. */
export type InspectorEvent =
  | {
      /** A request that was not answered, such as one without the token. */
      readonly type: 'refused'
      readonly status: number
      readonly reason: string
    }
  | {
      /** Something failed; the page shows only "internal error". */
      readonly type: 'failed'
      readonly error: unknown
    }

/** Options of `openInspector`: one of `gateway` and `discovery`, and how it is shown. */
export interface InspectorOptions {
  /** What is shown. It is neither started nor stopped. Default: see `discovery`. */
  readonly gateway?: Gateway | undefined
  /** A facade that is shown in the place of a gateway: tools and searches, but no servers and no calls. Default: none. */
  readonly discovery?: Discovery | undefined
  /** Where on loopback to listen. Default 0: any that is free. Legal: integers from 0 to 65,535. */
  readonly port?: number | undefined
  /** What the page shows to be let in: 16 visible characters or more. Default: 32 random bytes. */
  readonly token?: string | undefined
  /** Principal whose view is shown: what a policy hides from it is not shown. Default `''`. */
  readonly principal?: string | undefined
  /** Counts tokens. Default: an estimate that needs no tokenizer. */
  readonly countTokens?: TokenCounter | undefined
  /** Receives events of the inspector. A listener that throws causes a process warning. Default: none. */
  readonly onEvent?: ((event: InspectorEvent) => void) | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
}

/** The options, by name. */
export const INSPECTOR_OPTIONS: readonly string[] = Object.keys({
  gateway: true,
  discovery: true,
  port: true,
  token: true,
  principal: true,
  countTokens: true,
  onEvent: true,
  clock: true,
} satisfies { [Option in keyof InspectorOptions]-?: true })

/** A page that is being served. */
export interface Inspector {
  /** The address to open, with the token behind its `#`, which browsers do not send. As secret as the token. */
  readonly url: string
  /** Ends every stream and listens no more; what is shown goes on. The second time waits for the first. */
  readonly close: () => Promise<void>
}
