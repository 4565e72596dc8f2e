import { MAX_TERM_FREQUENCY } from '@toolscout/search'
import { hashText, termKey } from './term-hash.ts'

/** Adds up how often terms stand in one document after the other, weighted by field. */
export interface TermWeights {
  readonly beginDocument: () => void
  /** A field whose occurrences count so many steps each, up to `cap` of them. */
  readonly beginField: (steps: number) => void
  readonly add: (term: string) => void
  /** The terms of the document by ascending key, those with one hash as one; good until the next document. */
  readonly take: () => { readonly keys: readonly number[]; readonly frequencies: readonly number[] }
}

/** Terms that are remembered from document to document; most tools share theirs. */
const MAX_TERMS = 65_536
/** Two bytes of a number are for the frequency, the others for the key. */
const FREQUENCY_ROOM = 65_536
/** Largest frequency that two bytes hold. */
export const MAX_FREQUENCY: number = FREQUENCY_ROOM - 1

/** Creates {@link TermWeights}. */
export function createTermWeights(cap: number = MAX_TERM_FREQUENCY): TermWeights {
  const known = new Map<string, number>()
  // By place of a term.
  const keys = new Float64Array(MAX_TERMS)
  const documents = new Uint32Array(MAX_TERMS)
  const fields = new Uint32Array(MAX_TERMS)
  const counts = new Uint8Array(MAX_TERMS)
  const sums = new Uint32Array(MAX_TERMS)
  let document = 0
  let field = 0
  let steps = 0
  /** The places of the terms of the document, the first so many. */
  const places = new Uint32Array(MAX_TERMS)
  const both = new Float64Array(MAX_TERMS)
  let met = 0
  const forget = (): void => {
    known.clear()
    documents.fill(0)
    fields.fill(0)
    document = 0
    field = 0
  }
  const placeOf = (term: string): number => {
    const found = known.get(term)
    if (found !== undefined) return found
    const place = known.size
    known.set(term, place)
    keys[place] = termKey(hashText(term))
    documents[place] = 0
    fields[place] = 0
    return place
  }
  return {
    beginDocument: () => {
      // A document has far fewer terms than the other half.
      if (known.size > MAX_TERMS / 2 || document >= 2 ** 31) forget()
      document += 1
      met = 0
    },
    beginField: (each) => {
      field += 1
      steps = each
    },
    add: (term) => {
      if (known.size === MAX_TERMS && !known.has(term)) return
      const place = placeOf(term)
      if (documents[place] !== document) {
        documents[place] = document
        sums[place] = 0
        places[met++] = place
      }
      if (fields[place] !== field) {
        fields[place] = field
        counts[place] = 0
      }
      const count = (counts[place] as number) + 1
      if (count > cap) return
      counts[place] = count
      sums[place] = (sums[place] as number) + steps
    },
    take: () => {
      for (let i = 0; i < met; i += 1) {
        const place = places[i] as number
        both[i] = (keys[place] as number) * FREQUENCY_ROOM + Math.min(sums[place] as number, MAX_FREQUENCY)
      }
      both.subarray(0, met).sort()
      const found: number[] = []
      const frequencies: number[] = []
      let last = -1
      for (let i = 0; i < met; i += 1) {
        const entry = both[i] as number
        const key = Math.floor(entry / FREQUENCY_ROOM)
        const frequency = entry - key * FREQUENCY_ROOM
        if (key === last) {
          const sum = (frequencies.pop() as number) + frequency
          frequencies.push(Math.min(sum, MAX_FREQUENCY))
        } else {
          found.push(key)
          frequencies.push(frequency)
          last = key
        }
      }
      return { keys: found, frequencies }
    },
  }
}
