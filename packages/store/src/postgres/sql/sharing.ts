/** A hint that something was appended; the payload names the schema. Lost ones cost a moment, never a change. */
const CHANNEL = 'toolscout'
export const NOTIFY = { text: `select pg_notify('${CHANNEL}', $1)` }
export const LISTEN = { text: `listen ${CHANNEL}` }

/** The transaction that leases are held in, and what keeps it from being idle. */
export const LIMIT_IDLE = { text: `select set_config('idle_in_transaction_session_timeout', $1, false)` }
export const BEGIN = { text: 'begin' }
export const BEAT = { text: 'select 1' }

/** Locks of the session, so that they can be let go of one by one inside of the transaction. */
export const TRY_LOCK = { text: `select pg_try_advisory_lock(hashtext($1), hashtext($2)) as taken` }
export const UNLOCK = { text: `select pg_advisory_unlock(hashtext($1), hashtext($2))` }
