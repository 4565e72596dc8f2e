export {
  type AuditLogOptions,
  type AuditPosition,
  createAuditLog,
  verifyAuditLog,
} from './telemetry/audit-log.ts'
