import type { Clock, JsonObject } from '@toolscout/model'
import { isJsonObject, onAbort } from '@toolscout/model/internal'
import { jsonSize } from './json-size.ts'
import type { NotificationMethod } from './notifications.ts'
import type { RpcAnswer } from './session.ts'

/** Longest time a list is believed, in milliseconds, whatever its server says. */
const MAX_TTL_MS = 86_400_000
/** A server that reports no changes is asked again no more often, in milliseconds. */
const REFRESH_MS = 30_000
/** Most pages that are kept, and their bytes together. */
const MAX_PAGES = 64
const MAX_BYTES = 8_388_608

/** Which notification says that a list is another one. */
const CHANGES: Readonly<Record<string, string>> = Object.freeze({
  'tools/list': 'notifications/tools/list_changed',
  'prompts/list': 'notifications/prompts/list_changed',
  'resources/list': 'notifications/resources/list_changed',
  'resources/templates/list': 'notifications/resources/list_changed',
})

/** Options of kept lists. */
export interface KeptListsOptions {
  /** Told when a list has run out whose server reports no changes. */
  readonly onNotified: (method: NotificationMethod) => void
  readonly capabilities: JsonObject
  readonly clock: Clock
  readonly ended: AbortSignal
}

/** Pages of lists, for as long as their server says that they hold (SEP-2549). */
export class KeptLists {
  readonly #options: KeptListsOptions
  readonly #pages = new Map<
    string,
    { readonly answer: RpcAnswer; readonly until: number; readonly bytes: number }
  >()
  #bytes = 0
  /** Counts changes, so that a list that was on its way is not kept. */
  #changes = 0
  #stopRefreshing = (): void => {}

  constructor(options: KeptListsOptions) {
    this.#options = options
    onAbort(options.ended, () => this.#stopRefreshing())
  }

  /** Gives a page that still holds, else asks for it. */
  async ask(method: string, params: JsonObject, askNow: () => Promise<RpcAnswer>): Promise<RpcAnswer> {
    if (!Object.hasOwn(CHANGES, method)) return askNow()
    const { clock } = this.#options
    const key = `${method} ${String(params.cursor ?? '')}`
    const kept = this.#pages.get(key)
    if (kept !== undefined && clock.now() < kept.until) return kept.answer
    // Pages of one list belong together.
    if (kept !== undefined || params.cursor === undefined) this.#drop(`${method} `)
    const before = this.#changes
    const given = await askNow()
    if (!given.isResult) return given
    const { ttlMs, ...result } = given.result
    const answer: RpcAnswer = { isResult: true, result }
    const isUsual = typeof ttlMs === 'number' && ttlMs > 0
    if (isUsual && before === this.#changes) this.#keep(method, key, answer, Math.min(ttlMs, MAX_TTL_MS))
    return answer
  }

  /** Gives nothing that a notification of this method makes old. */
  forget(notification: string): void {
    this.#changes += 1
    for (const [method, change] of Object.entries(CHANGES))
      if (change === notification) this.#drop(`${method} `)
  }

  #keep(method: string, key: string, answer: RpcAnswer & { readonly isResult: true }, ttlMs: number): void {
    const { clock } = this.#options
    const bytes = jsonSize(answer.result, MAX_BYTES - this.#bytes)
    if (this.#pages.size < MAX_PAGES && this.#bytes + bytes <= MAX_BYTES) {
      this.#pages.set(key, { answer, until: clock.now() + ttlMs, bytes })
      this.#bytes += bytes
    }
    if (method === 'tools/list' && answer.result.nextCursor === undefined) this.#refreshLater(ttlMs)
  }

  /** A server that does not report changes of its tools may have changed them when its list has run out. */
  #refreshLater(ttlMs: number): void {
    const { capabilities, clock, onNotified } = this.#options
    this.#stopRefreshing()
    if (
      this.#options.ended.aborted ||
      (isJsonObject(capabilities.tools) && capabilities.tools.listChanged === true)
    )
      return
    const tell = (): void => onNotified('notifications/tools/list_changed')
    this.#stopRefreshing = clock.after(Math.max(ttlMs, REFRESH_MS), tell, { background: true })
  }

  #drop(prefix: string): void {
    for (const [key, { bytes }] of this.#pages) {
      if (!key.startsWith(prefix)) continue
      this.#pages.delete(key)
      this.#bytes -= bytes
    }
  }
}
