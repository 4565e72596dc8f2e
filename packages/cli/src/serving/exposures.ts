import { createDirectExposure, createMetaExposure, type Gateway } from '@toolscout/gateway'
import type { Exposure } from '@toolscout/gateway/internal'
import { createLoomExposure } from '@toolscout/loom/exposure'
import { createOpencodeToolboxExposure } from '@toolscout/opencode/exposure'
import type { ExposureName } from '../config/settings.ts'

/** Creates what a model is shown. */
export function createExposure(gateway: Gateway, name: ExposureName, isSplit: boolean): Exposure {
  if (name === 'direct') return createDirectExposure(gateway)
  if (name === 'toolbox') return createOpencodeToolboxExposure(gateway)
  if (name === 'loom') return createLoomExposure(gateway)
  return createMetaExposure(gateway, { split: isSplit })
}
