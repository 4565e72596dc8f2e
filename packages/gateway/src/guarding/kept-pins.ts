import type { Discovery } from '@toolscout/discovery'
import type { Pins } from '@toolscout/guard'
import type { PinStore } from './guard-options.ts'

/** The kind of item that pins are. */
const ITEM = 'pin'

/** Pins as they are kept; where there is no place for them, nothing is. */
export interface KeptPins {
  readonly isDurable: boolean
  readonly isLoaded: () => boolean
  /** Reads what is kept, also what another process kept. Rejects as the store does. */
  readonly load: () => Promise<void>
  /** Keeps what changed. Rejects as the store does; what was not kept is kept the next time. */
  readonly save: () => Promise<void>
}

/** Keeps pins in a place of their own, or beside the tools of a facade. */
export function createKeptPins(
  { catalog }: Discovery,
  pins: Pins,
  {
    store = besideTools(catalog),
    onTrusted,
  }: {
    readonly store: PinStore | undefined
    /** Hears of which tools another process trusts another definition. */
    readonly onTrusted: (ids: readonly string[]) => void
  },
): KeptPins {
  let isLoaded = store === undefined
  let saving: Promise<void> = Promise.resolve()
  const takeIn = (kept: Parameters<Pins['load']>[0]): void => {
    const trusted = pins.load(kept)
    if (trusted.length > 0) onTrusted(trusted)
  }
  const save = async (): Promise<void> => {
    const ids = pins.unsaved().map(({ id }) => id)
    if (ids.length === 0) return
    const change = (kept: Parameters<Pins['load']>[0]): ReturnType<Pins['unsaved']> => {
      takeIn(kept)
      return pins.unsaved()
    }
    pins.saved(store === undefined ? pins.unsaved() : await store.update(ids, change))
  }
  return {
    isDurable: store !== undefined,
    isLoaded: () => isLoaded,
    load: async () => {
      if (store === undefined) return
      takeIn(await store.load())
      isLoaded = true
    },
    save: () => {
      saving = saving.then(save, save)
      return saving
    },
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
