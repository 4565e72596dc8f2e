export { EXIT_CODES, type ExitCode } from './errors.ts'
export type { CliHost, CliStream } from './host.ts'
export { runToolscout } from './run.ts'
