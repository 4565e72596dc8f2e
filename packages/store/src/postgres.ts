export { StoreDriverMissingError } from './driver-missing-error.ts'
export type { Lease } from './postgres/leases.ts'
export {
  openPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from './postgres/postgres-store.ts'
