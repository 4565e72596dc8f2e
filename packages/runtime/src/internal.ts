// What the packages of Toolscout share. Not API: anything here may change in any release.

export { callAll } from './call-all.ts'
export { checkCallOptions } from './call-engine.ts'
export { capResult } from './cap-result.ts'
export { checkArguments, type FittingArguments, withNotes } from './check-arguments.ts'
export { failureResult, shownName, unknownTool } from './failure-result.ts'
export { toLocalHandler } from './local-handlers.ts'
