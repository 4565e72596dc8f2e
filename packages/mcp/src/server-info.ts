import type { JsonObject } from '@toolscout/model'
import {
  cleanJson,
  cleanText,
  copyJson,
  isJsonObject,
  type JsonLimits,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  truncate,
} from '@toolscout/model/internal'
import type { McpServerInfo } from './session.ts'

/** Reads what a server says about itself; its texts are cleaned and cut, members that are no text left out. */
export function toServerInfo(
  given: Readonly<Record<string, unknown>>,
  protocolVersion: string,
): McpServerInfo {
  const text = (member: string, maxCodePoints: number): string | undefined => {
    const value = given[member]
    return typeof value === 'string' ? truncate(cleanText(value), maxCodePoints) : undefined
  }
  const title = text('title', MAX_NAME_LENGTH)
  const instructions = text('instructions', MAX_DESCRIPTION_LENGTH)
  return Object.freeze({
    name: text('name', MAX_NAME_LENGTH) ?? '',
    version: text('version', MAX_NAME_LENGTH) ?? '',
    ...(title === undefined ? {} : { title }),
    ...(instructions === undefined ? {} : { instructions }),
    protocolVersion,
  })
}

/** What capabilities may weigh: a few flags, and room for what extensions put there. */
const CAPABILITY_LIMITS: JsonLimits = { maxDepth: 8, maxNodes: 1_000, maxLength: 16_384 }

/** Reads what a server offers. Of one that says more than it may, each capability is read by itself. */
export function toCapabilities(given: unknown): JsonObject {
  if (!isJsonObject(given)) return Object.freeze({})
  const read: [string, JsonObject][] = []
  for (const name of CAPABILITIES) {
    if (!Object.hasOwn(given, name)) continue
    try {
      const value = cleanJson(copyJson(given[name], CAPABILITY_LIMITS))
      if (isJsonObject(value)) read.push([name, value])
    } catch {
      // Too large or no JSON: that it is offered is what counts.
      read.push([name, Object.freeze({})])
    }
  }
  return Object.freeze(Object.fromEntries(read))
}

/** Those of MCP 2025-11-25. */
const CAPABILITIES = [
  'tools',
  'resources',
  'prompts',
  'completions',
  'logging',
  'tasks',
  'experimental',
] as const
