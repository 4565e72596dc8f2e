import { MAX_TERM_FREQUENCY } from '@toolscout/search'

/** Adds up how often terms stand in one document after the other, weighted by field. Terms with one hash are one term. */
export interface TermWeights {
  readonly beginDocument: () => void
  /** A field whose occurrences count so many steps each, up to `cap` of them. */
  readonly beginField: (steps: number) => void
  /** Takes the hash of a term. */
  readonly add: (hash: number) => void
  /** The terms of the document by ascending key. */
  readonly take: () => { readonly keys: readonly number[]; readonly frequencies: readonly number[] }
}

/** Terms that there is room for at first; most tools have fewer. */
const TERMS = 512
/** Two bytes of a number are for the frequency, the others for the key. */
const FREQUENCY_ROOM = 65_536
/** Largest frequency that two bytes hold. */
export const MAX_FREQUENCY: number = FREQUENCY_ROOM - 1

/** Terms of a document by their hashes, with room for so many. */
function createTerms(room: number) {
  return {
    /** At most half full, so that a term is found within two steps on average: places plus 1, or 0 where free. */
    slots: new Uint32Array(2 * room),
    hashes: new Int32Array(room),
    /** The field a term was met in last, and how often. */
    fields: new Uint32Array(room),
    counts: new Uint32Array(room),
    sums: new Uint32Array(room),
  }
}

/** Creates {@link TermWeights}. */
export function createTermWeights(cap: number = MAX_TERM_FREQUENCY): TermWeights {
  let terms = createTerms(TERMS)
  let met = 0
  let field = 0
  let steps = 0

  /** The slot of a term, or the one that is free for it. */
  const slotOf = ({ slots, hashes }: typeof terms, hash: number): number => {
    const mask = slots.length - 1
    let slot = hash & mask
    for (;;) {
      const place = slots[slot] as number
      if (place === 0 || hashes[place - 1] === hash) return slot
      slot = (slot + 1) & mask
    }
  }
  const grow = (): void => {
    const wider = createTerms(2 * met)
    for (const name of ['hashes', 'fields', 'counts', 'sums'] as const) wider[name].set(terms[name])
    for (let place = 0; place < met; place += 1) {
      wider.slots[slotOf(wider, terms.hashes[place] as number)] = place + 1
    }
    terms = wider
  }
  return {
    beginDocument: () => {
      if (terms.hashes.length > TERMS) terms = createTerms(TERMS)
      else terms.slots.fill(0)
      met = 0
      field = 0
    },
    beginField: (each) => {
      field += 1
      steps = each
    },
    add: (hash) => {
      let slot = slotOf(terms, hash)
      if (terms.slots[slot] === 0) {
        if (met === terms.hashes.length) {
          grow()
          slot = slotOf(terms, hash)
        }
        terms.hashes[met] = hash
        terms.fields[met] = 0
        terms.sums[met] = 0
        met += 1
        terms.slots[slot] = met
      }
      const { fields, counts, sums } = terms
      const place = (terms.slots[slot] as number) - 1
      const count = fields[place] === field ? (counts[place] as number) + 1 : 1
      if (count > cap) return
      fields[place] = field
      counts[place] = count
      sums[place] = (sums[place] as number) + steps
    },
    take: () => {
      const both = new Float64Array(met)
      for (let i = 0; i < met; i += 1) {
        const key = (terms.hashes[i] as number) >>> 0
        both[i] = key * FREQUENCY_ROOM + Math.min(terms.sums[i] as number, MAX_FREQUENCY)
      }
      both.sort()
      const keys: number[] = []
      const frequencies: number[] = []
      for (const entry of both) {
        const key = Math.floor(entry / FREQUENCY_ROOM)
        keys.push(key)
        frequencies.push(entry - key * FREQUENCY_ROOM)
      }
      return { keys, frequencies }
    },
  }
}
