export { type AuditLogOptions, type AuditPosition, createAuditLog, FIRST_HASH } from './audit-log.ts'
export { type AuditVerdict, verifyAuditLog } from './verify-audit-log.ts'
