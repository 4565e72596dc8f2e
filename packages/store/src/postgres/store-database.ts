import type { Ask, Database } from './database.ts'
import { isTimeout, toStoreError } from './failures.ts'

/** A database whose failures are errors of the contract; a search that took too long stays what it is. */
export function withStoreErrors(database: Database): Database {
  const wrap =
    (ask: Ask): Ask =>
    async (statement) => {
      try {
        return await ask(statement)
      } catch (error) {
        throw toStoreError(error)
      }
    }
  return {
    ...database,
    ask: wrap(database.ask),
    askSoon: async (statement) => {
      try {
        return await database.askSoon(statement)
      } catch (error) {
        throw isTimeout(error) ? error : toStoreError(error)
      }
    },
    transact: async (isolation, work) => {
      try {
        return await database.transact(isolation, work)
      } catch (error) {
        throw toStoreError(error)
      }
    },
  }
}
