export {
  type AuditLogOptions,
  type AuditPosition,
  createAuditLog,
  FIRST_HASH,
} from './telemetry/audit-log.ts'
export { type AuditVerdict, verifyAuditLog } from './telemetry/verify-audit-log.ts'
