import { utf8Length } from '@toolscout/model/internal'

/** What a value costs beside its texts: quotes, commas, numbers. */
const NODE_BYTES = 8

/**
 * About how many bytes a JSON value takes, counted until more than `maxBytes` are certain. Walks without
 * recursion, so that a value of ten million brackets ends no stack.
 */
export function jsonSize(value: unknown, maxBytes: number): number {
  let bytes = 0
  const waiting: unknown[] = [value]
  while (waiting.length > 0 && bytes <= maxBytes) {
    const node = waiting.pop()
    bytes += NODE_BYTES
    if (typeof node === 'string') bytes += utf8Length(node)
    else if (Array.isArray(node)) for (const item of node) waiting.push(item)
    else if (typeof node === 'object' && node !== null) {
      for (const [member, item] of Object.entries(node)) {
        bytes += utf8Length(member)
        waiting.push(item)
      }
    }
  }
  return bytes
}

/** Whether a value is nested deeper than `levels`. Visits each value at most once and recurses `levels` deep. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((member) => isDeeperThan(member, levels - 1))
}
