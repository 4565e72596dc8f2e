import type { Meter } from './check-plan.ts'

/** What of a value the keywords of a schema have looked at, for `unevaluated…`. */
export class Evaluated {
  // Made when there is something to note: most schemas note nothing.
  #names: Set<string> | undefined
  /** Items that `contains` holds. */
  #places: Set<number> | undefined
  /** How many items from the first on. */
  #first = 0

  /** Takes down a member. */
  addName(name: string): void {
    this.#names ??= new Set()
    this.#names.add(name)
  }

  /** Takes down one item. */
  addPlace(place: number): void {
    this.#places ??= new Set()
    this.#places.add(place)
  }

  /** Takes down the items up to a count. */
  addFirst(count: number): void {
    this.#first = Math.max(this.#first, count)
  }

  /** Takes over what another schema has looked at of the same value, and pays for it. */
  join(other: Evaluated, meter: Meter): void {
    meter.spend((other.#names?.size ?? 0) + (other.#places?.size ?? 0))
    for (const name of other.#names ?? []) this.addName(name)
    for (const place of other.#places ?? []) this.addPlace(place)
    this.addFirst(other.#first)
  }

  /** Whether a member was looked at. */
  hasName(name: string): boolean {
    return this.#names?.has(name) ?? false
  }

  /** The first item from a place on that was not looked at; the count of items when all were. */
  nextPlace(from: number, count: number): number {
    let place = Math.max(from, this.#first)
    while (place < count && this.#places?.has(place)) place += 1
    return Math.min(place, count)
  }
}
