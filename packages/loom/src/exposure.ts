export { createLoomExposure, type LoomExposureOptions } from './exposure/loom-exposure.ts'
