/** Scenarios for clients that have to pass: all of MCP 2025-11-25 and of the revisions before. */
export const CLIENT_SCENARIOS: readonly string[] = Object.freeze([
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/2025-03-26-oauth-endpoint-fallback',
  // Of drafts and extensions; nothing of 2025-11-25 needs them.
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic',
])

/** What is not implemented; docs/decisions/mcp-conformance.md says why. */
export const UNSUPPORTED_CLIENT_SCENARIOS: readonly string[] = Object.freeze([
  'auth/cross-app-access-complete-flow',
])

/** Scenarios that 2026-07-28 requires of clients, and two more of the suite; those of authorization that differ from before. */
export const STATELESS_SCENARIOS: readonly string[] = Object.freeze([
  'tools_call',
  'request-metadata',
  'auth/metadata-default',
  'auth/scope-step-up',
  'auth/authorization-server-migration',
  'auth/iss-supported',
  'auth/iss-not-advertised',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch',
  'sep-2322-client-request-state',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'json-schema-2020-12-preservation',
])
