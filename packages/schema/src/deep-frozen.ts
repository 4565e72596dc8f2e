/**
 * Whether a value can never become another one: scalars, and frozen plain objects and arrays of such values, without
 * getters. Only for values that are known to be JSON within bounds, since it walks all of it.
 */
export function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  if (!Object.isFrozen(value) || !isPlain(value)) return false
  return Reflect.ownKeys(value).every((key) => {
    const property = Reflect.getOwnPropertyDescriptor(value, key)
    return property !== undefined && 'value' in property && isDeepFrozen(property.value)
  })
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value)
    ? prototype === Array.prototype
    : prototype === Object.prototype || prototype === null
}
