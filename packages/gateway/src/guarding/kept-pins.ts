import type { Discovery } from '@toolscout/discovery'
import type { Pins } from '@toolscout/guard'
import { createTurns } from '@toolscout/model/internal'
import type { PinStore } from './guard-options.ts'

/** The kind of item that pins are. */
const ITEM = 'pin'

type SavedPins = Parameters<Pins['load']>[0]

/** Keeps pins in a place of their own, or beside the tools of a facade; where there is none, nowhere. */
export class KeptPins {
  readonly #pins: Pins
  readonly #store: PinStore | undefined
  readonly #onTrusted: (ids: readonly string[]) => void
  readonly #onFailure: (error: unknown) => void
  readonly #inTurn = createTurns()
  #isSaving = false
  #isLoaded: boolean

  /** `onTrusted` hears of which tools another process trusts another definition, `onFailure` of what `flush` could not keep. */
  constructor(
    { catalog }: Discovery,
    pins: Pins,
    given: {
      readonly store: PinStore | undefined
      readonly onTrusted: (ids: readonly string[]) => void
      readonly onFailure: (error: unknown) => void
    },
  ) {
    this.#pins = pins
    this.#store = given.store ?? besideTools(catalog)
    this.#onTrusted = given.onTrusted
    this.#onFailure = given.onFailure
    this.#isLoaded = this.#store === undefined
  }

  get isDurable(): boolean {
    return this.#store !== undefined
  }

  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** Reads what is kept, also what another process kept. Rejects as the store does. */
  async load(): Promise<void> {
    if (this.#store === undefined) return
    this.#takeIn(await this.#store.load())
    this.#isLoaded = true
  }

  /** Keeps what changed. Rejects as the store does; what was not kept is kept the next time. */
  save(): Promise<void> {
    return this.#inTurn(async () => {
      const pins = this.#pins
      const ids = pins.unsaved().map(({ id }) => id)
      if (ids.length === 0) return
      const change = (kept: SavedPins): SavedPins => {
        this.#takeIn(kept)
        return pins.unsaved()
      }
      pins.saved(this.#store === undefined ? pins.unsaved() : await this.#store.update(ids, change))
    })
  }

  /** The same without rejecting. */
  async flush(): Promise<void> {
    await this.save().catch(this.#onFailure)
  }

  /** Keeps what changed a little later, so that a whole listing is one batch. */
  saveSoon(): void {
    if (this.#isSaving || !this.isDurable) return
    this.#isSaving = true
    setImmediate(() => {
      this.#isSaving = false
      void this.flush()
    })
  }

  #takeIn(kept: SavedPins): void {
    const trusted = this.#pins.load(kept)
    if (trusted.length > 0) this.#onTrusted(trusted)
  }
}

function besideTools(catalog: Discovery['catalog']): PinStore | undefined {
  if (catalog === undefined) return undefined
  return {
    load: async () => (await catalog.items(ITEM)).map(({ key, value }) => ({ id: key, value })),
    update: async (_ids, change) => {
      // All of a large catalog is not read for every listing: `load` has what others keep.
      const changed = change([])
      await catalog.setItems(changed.map(({ id, value }) => ({ kind: ITEM, key: id, value })))
      return changed
    },
  }
}
