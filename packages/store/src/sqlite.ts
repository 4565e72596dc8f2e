export { StoreDriverMissingError } from './driver-missing-error.ts'
export { StoreUnsafePlaceError } from './sqlite/errors.ts'
export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.ts'
