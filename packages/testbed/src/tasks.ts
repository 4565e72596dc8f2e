export { startTaskServer, type TaskEra, type TaskServer } from './tasks/task-servers.ts'
