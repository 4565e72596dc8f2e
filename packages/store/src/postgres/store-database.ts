import type { Database } from './database.ts'
import { toStoreError } from './failures.ts'

/** A database whose failures are errors of the contract. */
export function withStoreErrors(database: Database): Database {
  return {
    ...database,
    ask: async (statement) => {
      try {
        return await database.ask(statement)
      } catch (error) {
        throw toStoreError(error)
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
