export { type AuditLogOptions, type AuditPosition, createAuditLog } from './telemetry/audit-log.ts'
export { verifyAuditLog } from './telemetry/verify-audit-log.ts'
