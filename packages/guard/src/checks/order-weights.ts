import { keyOfGram } from '../scan/read-grams.ts'
import weights from './order-weights.json' with { type: 'json' }
import type { PoisonCode } from './rules.ts'

/** Parts of one in which the weights are written. */
const SCALE = weights.scale
/** A sentence of fewer known grams says no more for that. */
const LEAST = weights.least

/** Some twenty for each gram. */
const BITS = 2 ** 18

interface GramTable {
  /** Numbers of grams, each in the first free place from its remainder on; 0 where there is none. */
  readonly keys: Uint32Array
  readonly weights: Int8Array
  /** A bit for each remainder of a key: nearly all grams of honest texts are not known, and few bytes tell it. */
  readonly bits: Uint32Array
  /** The reading in which each was met last. */
  readonly met: Uint32Array
}

let table: GramTable | undefined
let reading = 0

function readTable(): GramTable {
  const grams = Object.entries<string>(weights.grams).flatMap(([weight, list]) =>
    list.split('|').map((gram) => [keyOfGram(gram), Number(weight)] as const),
  )
  const size = 2 ** Math.ceil(Math.log2(grams.length * 3 + 2))
  const [keys, values, bits] = [new Uint32Array(size), new Int8Array(size), new Uint32Array(BITS / 32)]
  for (const [key, weight] of grams) {
    const part = (key & (BITS - 1)) >>> 5
    bits[part] = (bits[part] as number) | (1 << (key & 31))
    let place = key & (size - 1)
    while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) & (size - 1)
    keys[place] = key
    values[place] = weight
  }
  return { keys, weights: values, bits, met: new Uint32Array(size) }
}

/**
 * How likely the grams of a sentence are those of an order to a model, in log odds: a bias and the weights of those that
 * are known, each once, by the root of how many there are. The weights were learned from sentences (`training/`).
 */
export function weighGrams(grams: Uint32Array, count: number): number {
  table ??= readTable()
  const { keys, weights: values, bits, met } = table
  reading = (reading + 1) >>> 0
  const mask = keys.length - 1
  let [sum, known] = [0, 0]
  for (let i = 0; i < count; i += 1) {
    const key = grams[i] as number
    if (((bits[(key & (BITS - 1)) >>> 5] as number) & (1 << (key & 31))) === 0) continue
    let place = key & mask
    while (keys[place] !== key && keys[place] !== 0) place = (place + 1) & mask
    if (keys[place] === 0 || met[place] === reading) continue
    met[place] = reading
    sum += values[place] as number
    known += 1
  }
  return weights.bias + sum / SCALE / Math.sqrt(Math.max(LEAST, known))
}

/** What a rule that a sentence breaks, or a mark of a false system text, adds to its log odds. */
export function weighRule(code: PoisonCode | 'MARKER'): number {
  return (weights.rules as Readonly<Record<string, number>>)[code] ?? 0
}
