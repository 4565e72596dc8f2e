export { StoreDriverMissingError, StoreUnsafePlaceError } from './sqlite/errors.ts'
export type { SqliteDriverName } from './sqlite/load-driver.ts'
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.ts'
export type { StoreSearchWeights } from './sqlite/ranking.ts'
