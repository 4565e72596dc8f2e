import { oneLine, truncate } from '@toolscout/model/internal'

/** Servers that are named; an agent that needs another finds it by searching. */
const MAX_NAMES = 30
const MAX_NAME_LENGTH = 40

/** The toolbox in the system prompt: a few lines that change only with the configuration. */
export function systemText(servers: readonly string[]): string {
  const names = servers.slice(0, MAX_NAMES).map((name) => `${truncate(oneLine(name), MAX_NAME_LENGTH)}_*`)
  const more = servers.length > MAX_NAMES ? ` and ${servers.length - MAX_NAMES} more` : ''
  const inside =
    servers.length === 0
      ? 'No server can be used; toolbox_status says why.'
      : `Inside: ${names.join(', ')}${more}.`
  return [
    '<toolbox>',
    'Many tools are behind the toolbox. Search it before you say that you cannot do something.',
    inside,
    '1. toolbox_search_bm25 with what you want to do, or toolbox_search_regex with a part of a name (^server_ lists one server).',
    '2. toolbox_execute with the name that was found as toolId, and its arguments.',
    'When something is missing, toolbox_status says how the servers are.',
    '</toolbox>',
  ].join('\n')
}
