import type { JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { CustomToolFailedError } from '../errors.ts'

const PATH = /^\$(?:\.[A-Za-z_][\w-]*|\[\d{1,6}\])*$/u
const STEP = /\.([A-Za-z_][\w-]*)|\[(\d+)\]/gu

/**
 * Reads the part of JSONPath (RFC 9535) that names one place: `$`, then `.member` and `[index]`.
 *
 * @throws TypeError for anything else.
 */
export function compileJsonPath(path: string): (value: JsonValue) => JsonValue {
  if (!PATH.test(path))
    throw new TypeError('a path such as $.data.items[0] is needed, without wildcards or filters.')
  const steps = [...path.matchAll(STEP)].map(([, member, index]) => member ?? Number(index))
  return (value) => {
    let found: JsonValue | undefined = value
    for (const step of steps) {
      if (typeof step === 'number') found = Array.isArray(found) ? found[step] : undefined
      else found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined
    }
    if (found !== undefined) return found
    throw new CustomToolFailedError(`The answer has nothing at ${path}.`)
  }
}
