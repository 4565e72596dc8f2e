import { cleanText, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, truncate } from '@toolscout/model'
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
