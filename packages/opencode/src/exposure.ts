export { createOpencodeToolboxExposure } from './exposure/toolbox-exposure.ts'
export type { OpencodeToolboxOptions } from './exposure/toolbox-session.ts'
