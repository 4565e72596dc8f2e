// What is kept with a local tool in its `_meta`, so that a store has it too. What a server writes there is never looked at.

/** Whether somebody must agree before the tool is run. */
export const APPROVAL_META_KEY = 'toolscout/requiresApproval'
/** How long an answer is waited for, in milliseconds. */
export const APPROVAL_TIMEOUT_META_KEY = 'toolscout/approvalTimeoutMs'
/** How often it may be called. */
export const RATE_LIMIT_META_KEY = 'toolscout/rateLimit'
/** The tool of a server that it leads to. */
export const TARGET_META_KEY = 'toolscout/target'
/** The file it was defined in. */
export const FILE_META_KEY = 'toolscout/file'
/** Its labels. */
export const LABELS_META_KEY = 'toolscout/labels'
/** What else its author wrote about it. */
export const DETAILS_META_KEY = 'toolscout/metadata'
