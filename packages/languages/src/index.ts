export { translateRequest } from './translate-request.ts'
export type { Translation } from './translate-runs.ts'
