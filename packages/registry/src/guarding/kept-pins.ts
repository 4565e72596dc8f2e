import type { Discovery } from '@toolscout/discovery'
import type { Pins } from '@toolscout/guard'

/** The kind of item that pins are. */
const ITEM = 'pin'

/** Pins as a durable catalog keeps them; where there is none, nothing is kept. */
export interface KeptPins {
  readonly isLoaded: () => boolean
  /** Reads what is kept, also what another process kept. Rejects as the store does. */
  readonly load: () => Promise<void>
  /** Keeps what changed. Rejects as the store does; what was not kept is kept the next time. */
  readonly save: () => Promise<void>
}

/** Keeps pins beside the tools of a facade. */
export function createKeptPins({ catalog }: Discovery, pins: Pins): KeptPins {
  let isLoaded = catalog === undefined
  let waiting: ReturnType<Pins['takeUnsaved']> = []
  let saving: Promise<void> = Promise.resolve()
  const save = async (): Promise<void> => {
    const byId = new Map([...waiting, ...pins.takeUnsaved()].map((saved) => [saved.id, saved]))
    waiting = [...byId.values()]
    if (catalog === undefined || waiting.length === 0) {
      waiting = []
      return
    }
    await catalog.setItems(waiting.map(({ id, value }) => ({ kind: ITEM, key: id, value })))
    waiting = []
  }
  return {
    isLoaded: () => isLoaded,
    load: async () => {
      if (catalog === undefined) return
      const items = await catalog.items(ITEM)
      pins.load(items.map(({ key, value }) => ({ id: key, value })))
      isLoaded = true
    },
    save: () => {
      saving = saving.then(save, save)
      return saving
    },
  }
}
