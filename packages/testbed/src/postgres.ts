export { findPostgres, type PostgresServer, startPostgres } from './postgres-server.ts'
