import {
  createDirectExposure,
  createLoomExposure,
  createMetaExposure,
  createOpencodeToolboxExposure,
  type Exposure,
  type Registry,
} from '@toolscout/registry'
import type { ExposureName } from '../config/settings.ts'

/** Creates what a model is shown. */
export function createExposure(registry: Registry, name: ExposureName, isSplit: boolean): Exposure {
  if (name === 'direct') return createDirectExposure(registry)
  if (name === 'toolbox') return createOpencodeToolboxExposure(registry)
  if (name === 'loom') return createLoomExposure(registry)
  return createMetaExposure(registry, { split: isSplit })
}
