export { createLoomExposure } from './exposure/loom-exposure.ts'
export type { LoomExposureOptions } from './loom.ts'
