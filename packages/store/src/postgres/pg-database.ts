import { messageOf, nextTurn } from '@toolscout/model/internal'
import type { ClientBase, ClientConfig, Pool } from 'pg'
import { StoreDriverMissingError } from '../driver-missing-error.ts'
import type { Ask, Database, DatabaseSession, Isolation, Row } from './database.ts'

/** Where the database is and how many connections it may take. */
export interface PgOptions {
  readonly connection: string | { readonly [member: string]: unknown }
  readonly schema: string
  readonly maxConnections: number
}

/** Without an answer for this long the database counts as away; `connectionTimeoutMillis` of a configuration wins. */
const CONNECT_TIMEOUT_MS = 5_000

/**
 * Loaded before `pg` on Node 20, each in a turn of its own: all at once they block other work for 50 ms. Where there is no
 * `navigator`, this file of `pg` looks at `Response` to recognize Cloudflare, and Node compiles `Response`, with the `http2`
 * below it, when it is first looked at. A `pg` without the file is loaded all the same.
 */
const SLOW_PARTS = [() => import('node:http2'), () => import('pg/lib/stream')]

type Pg = Pick<typeof import('pg'), 'Client' | 'Pool'>

/**
 * Settings of every connection. The planner knows nothing of how few rows are asked for and would rather read the whole
 * table; plans are made once and not for each list; a client that stalled inside a transaction holds no lock for longer
 * than this.
 */
const SETTINGS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  idle_in_transaction_session_timeout: '30s',
  client_min_messages: 'warning',
}

/** Opens a database through `pg`. Nothing is connected before the first question. */
export async function openPgDatabase(options: PgOptions): Promise<Database> {
  const pg = await loadPg()
  const config = clientConfig(options)
  const prepare = (client: ClientBase): Promise<void> => prepareClient(client, options.schema)
  const pool = new pg.Pool({
    ...config,
    max: options.maxConnections,
    allowExitOnIdle: true,
    onConnect: prepare,
  })
  // A connection that breaks while it is idle is replaced at the next use.
  pool.on('error', () => {})
  const sessions = new Set<DatabaseSession>()

  const openSession: NonNullable<Database['openSession']> = async (onNotice) => {
    const client = new pg.Client({ ...config, keepAlive: true })
    const ended = new Promise<void>((resolve) => {
      client.once('end', () => resolve())
      client.on('error', () => resolve())
    })
    client.on('notification', ({ payload }) => onNotice?.(payload ?? ''))
    await client.connect()
    await prepare(client)
    const session: DatabaseSession = {
      ask: askOn(client),
      ended,
      end: async () => {
        sessions.delete(session)
        await client.end().catch(() => {})
      },
    }
    sessions.add(session)
    return session
  }
  return Object.freeze({
    ask: askOn(pool),
    transact: (isolation, work) => transactOn(pool, isolation, work),
    openSession,
    close: async () => {
      await Promise.all([pool.end(), ...[...sessions].map((session) => session.end())])
    },
  } satisfies Database)
}

async function prepareClient(client: ClientBase, schema: string): Promise<void> {
  // A query in flight rejects when its connection ends; an event without a listener would end the process.
  client.on('error', () => {})
  const settings = { ...SETTINGS, 'toolscout.schema': schema, search_path: `"${schema}"` }
  await client.query({
    text: 'select set_config(name, value, false) from unnest($1::text[], $2::text[]) s(name, value)',
    values: [Object.keys(settings), Object.values(settings)],
  })
}

async function transactOn<Result>(
  pool: Pool,
  isolation: Isolation,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query(`begin isolation level ${isolation}`)
    const result = await work(askOn(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}

function askOn(client: Pool | ClientBase): Ask {
  return async (statement, values = []) => {
    const { rows } = await client.query<Row>({ ...statement, values: [...values] })
    return rows
  }
}

function clientConfig({ connection }: PgOptions): ClientConfig {
  const given = typeof connection === 'string' ? { connectionString: connection } : connection
  return { application_name: 'toolscout', connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...given }
}

async function loadPg(): Promise<Pg> {
  if (!('navigator' in globalThis))
    for (const load of SLOW_PARTS) {
      await load().catch(() => {})
      await nextTurn()
    }
  try {
    return (await import('pg')).default
  } catch (error) {
    const message = `pg cannot be loaded: ${messageOf(error)}. Install pg 8.20 or later beside this package.`
    throw new StoreDriverMissingError(message, error)
  }
}
