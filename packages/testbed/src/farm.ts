export { type Behaviour, type FarmRequest, type Fault, failCalls, flapCalls } from './farm/fault.ts'
export { type HttpBackend, type HttpBackendOptions, startHttpBackend } from './farm/http-backend.ts'
export { createLedger, type Ledger } from './farm/ledger.ts'
export { type StdioBackend, stdioBackend } from './farm/stdio-backend.ts'
export {
  type AttackedGateway,
  type AttackOptions,
  type AttackOutcome,
  attack,
  type HostileHttpServer,
  hostileStdioServer,
  startHostileHttpServer,
} from './hostile/hostile-server.ts'
export { type HostileServers, startHostileServers } from './hostile/hostile-servers.ts'
export { isRunning } from './running.ts'
