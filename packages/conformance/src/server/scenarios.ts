/** Every scenario of the suite for servers of 2025-11-25. */
export const SERVER_SCENARIOS: readonly string[] = [
  'completion-complete',
  'dns-rebinding-protection',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'json-schema-2020-12',
  'logging-set-level',
  'ping',
  'prompts-get-embedded-resource',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-with-image',
  'prompts-list',
  'resources-list',
  'resources-read-binary',
  'resources-read-text',
  'resources-subscribe',
  'resources-templates-read',
  'resources-unsubscribe',
  'server-initialize',
  'server-sse-multiple-streams',
  'server-sse-polling',
  'tools-call-audio',
  'tools-call-elicitation',
  'tools-call-embedded-resource',
  'tools-call-error',
  'tools-call-image',
  'tools-call-mixed-content',
  'tools-call-sampling',
  'tools-call-simple-text',
  'tools-call-with-logging',
  'tools-call-with-progress',
  'tools-list',
]

/**
 * Scenarios of the suite for 2026-07-28 that fail here and that it does not score: a tool that cannot run but as a task,
 * which none of ours is, and headers for single parameters.
 */
export const NOT_SCORED: readonly string[] = [
  'tasks-required-task-error',
  'http-custom-header-server-validation',
]
