import type { ToolPin } from '@toolscout/guard'
import { serverPartOf } from '@toolscout/guard/internal'
import type { RegisteredTool } from '@toolscout/index'
import type { Observer } from '@toolscout/model'
import { messageOf, observeFact, quote } from '@toolscout/model/internal'
import type { GatewayEvent } from '../gateway-event.ts'

/** Says what happens to pins, to listeners and observers. */
export class PinReports {
  readonly #emit: (event: GatewayEvent) => void
  readonly #observer: Observer | undefined
  /** Servers reported for more tools than are remembered. */
  readonly #full = new Set<string>()

  constructor(emit: (event: GatewayEvent) => void, observer: Observer | undefined) {
    this.#emit = emit
    this.#observer = observer
  }

  changed(pin: ToolPin, { tool, backends }: RegisteredTool): void {
    const backend = backends.find(({ kind }) => kind === 'mcp')
    const server = backend?.kind === 'mcp' ? backend.server : undefined
    observeFact(this.#observer, () => ({ kind: 'pinChanged', tool: tool.id, state: pin.state, server }))
    const { id, digest, changed, grade = 'unknown', reasons = [], isQuarantined } = pin
    if (pin.state === 'quarantined') this.#emit({ type: 'toolHeld', tool: id, digest })
    else if (changed.length > 0)
      this.#emit({ type: 'toolChanged', tool: id, digest, changed, grade, reasons, isQuarantined })
  }

  approved(id: string): void {
    observeFact(this.#observer, () => ({ kind: 'pinChanged', tool: id, state: 'pinned' }))
  }

  /** Once for each server: it has more tools than are remembered. */
  full(id: string): void {
    const server = serverPartOf(id)
    if (this.#full.has(server)) return
    this.#full.add(server)
    const reason = `${quote(server)} has had more tools than can be remembered, so it is not known whether ${quote(id)} and others are trusted.`
    this.#emit({ type: 'pinsNotKept', reason })
  }

  readonly notKept = (error: unknown): void => {
    this.#emit({ type: 'pinsNotKept', reason: messageOf(error) })
  }
}
