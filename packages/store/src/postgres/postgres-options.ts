/** Options of {@link openPostgresStore}. */
export interface PostgresStoreOptions {
  /** A connection string, or what `pg` takes as its configuration. */
  readonly connection: string | { readonly [member: string]: unknown }
  /**
   * The schema the catalog lies in, made when it is missing. Default `toolscout`. Legal: a small letter or `_`, then
   * small letters, digits and `_`, 63 at most.
   */
  readonly schema?: string | undefined
  /** Batches that can be read about later, by the feed among others. Default 1,000. Legal: 1 to 1,000,000. */
  readonly history?: number | undefined
  /** Connections at most. Default 4. Legal: 1 to 100. */
  readonly maxConnections?: number | undefined
  /** How often the feed looks when it hears nothing, in milliseconds. Default 250. Legal: 10 to 60,000. */
  readonly pollIntervalMs?: number | undefined
  /** A node that stands still for longer loses its leases, in milliseconds. Default 30,000. Legal: 100 to 600,000. */
  readonly leaseTimeoutMs?: number | undefined
}

/** Numbers of the options: default, lowest and highest. */
const NUMBERS = {
  history: [1_000, 1, 1_000_000],
  maxConnections: [4, 1, 100],
  pollIntervalMs: [250, 10, 60_000],
  leaseTimeoutMs: [30_000, 100, 600_000],
} as const

type NumberName = keyof typeof NUMBERS
/** What is a number, filled in and checked. */
export type PostgresNumbers = { readonly [name in NumberName]: number }

const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/

/**
 * Fills in numbers.
 *
 * @throws RangeError when one is outside its legal range.
 */
export function readNumbers(
  options: { readonly [name in NumberName]?: number | undefined },
): PostgresNumbers {
  const read = Object.entries(NUMBERS).map(([name, [fallback, lowest, highest]]) => {
    const value = options[name as NumberName] ?? fallback
    if (Number.isInteger(value) && value >= lowest && value <= highest) return [name, value]
    throw new RangeError(`${name} is ${value}; it must be an integer from ${lowest} to ${highest}.`)
  })
  return Object.freeze(Object.fromEntries(read)) as PostgresNumbers
}

/**
 * Checks the name of a schema.
 *
 * @throws RangeError when it is none.
 */
export function readSchema(schema: unknown = 'toolscout'): string {
  if (typeof schema === 'string' && SCHEMA.test(schema)) return schema
  throw new RangeError(
    `The schema is ${JSON.stringify(schema)}; small letters, digits and _ are legal, 63 at most.`,
  )
}
