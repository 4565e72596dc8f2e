export { StoreDriverMissingError } from './driver-missing-error.ts'
export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.ts'
export { StoreUnsafePlaceError } from './sqlite/place.ts'
