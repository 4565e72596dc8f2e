import { idOfListed } from '@toolscout/guard/internal'
import { createSlices, hasHiddenCharacters, isJsonObject } from '@toolscout/model/internal'

/** What is kept of the definitions of one server, in UTF-16 code units of JSON; the rest is looked through as it was cleaned. */
const MAX_SERVER_LENGTH = 1_048_576
const MAX_DEPTH = 64

/**
 * Definitions as their servers listed them, of those in which something is hidden: all others are looked through as they
 * were read, which is the same. Reading takes hidden characters out, and an operator should know that a server hides text.
 */
export class RawDefinitions {
  readonly #servers = new Map<string, ReadonlyMap<string, object>>()

  /** Keeps those of a listing. Resolves with the ids of the tools of which something else is hidden than before. */
  async keep(
    server: string,
    definitions: readonly unknown[],
    namespace: string = server,
  ): Promise<readonly string[]> {
    const before = this.#servers.get(server)
    const now = new Map<string, object>()
    const slices = createSlices()
    let length = 0
    for (const definition of definitions) {
      if (slices.isOver()) await slices.next()
      if (!isJsonObject(definition) || !hidesText(definition, 0)) continue
      const id = idOfListed(definition, namespace)
      length += JSON.stringify(definition).length
      // Of two definitions of one name the first counts.
      if (id !== undefined && !now.has(id) && length <= MAX_SERVER_LENGTH) now.set(id, definition)
    }
    if (now.size === 0) this.#servers.delete(server)
    else this.#servers.set(server, now)
    const ids = new Set([...now.keys(), ...(before?.keys() ?? [])])
    return [...ids].filter((id) => JSON.stringify(now.get(id)) !== JSON.stringify(before?.get(id)))
  }

  /** The definition of a tool as its server listed it; `undefined` where it hides nothing. */
  get(id: string, server: string): object | undefined {
    return this.#servers.get(server)?.get(id)
  }
}

function hidesText(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return hasHiddenCharacters(value)
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false
  return Object.entries(value).some(
    ([member, item]) => hasHiddenCharacters(member) || hidesText(item, depth + 1),
  )
}
