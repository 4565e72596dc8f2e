import { ServerMap, sameJson } from '../edit/server-map.ts'
import type { Connection } from './connection-folder.ts'

/**
 * The text of a program's file without what a connection did to it, the servers that left it where they were. `null`
 * where there was no file, and nothing else came into it since.
 */
export async function restoreText(
  current: string | undefined,
  connection: Connection,
): Promise<string | null> {
  if (current === connection.after) return connection.before
  const map = await openMap(connection, current ?? '')
  const before = await openMap(connection, connection.before ?? '')
  map.take(connection.name)
  for (const name of connection.moved) map.putBack(name, before)
  await map.verify()
  const swapped = await swapBack(current ?? '', connection, map)
  if (swapped !== undefined) return swapped
  const isEmpty = sameJson(map.servers, {}) && map.isAlone
  return isEmpty && (connection.before === null || current === undefined) ? null : map.text
}

/** Puts the part of the text that was changed back as it was; `undefined` where that part is not as it was left. */
async function swapBack(
  current: string,
  connection: Connection,
  wanted: ServerMap,
): Promise<string | undefined> {
  const { before, after } = connection
  if (before === null) return undefined
  let from = 0
  while (from < Math.min(before.length, after.length) && before[from] === after[from]) from += 1
  from = after.lastIndexOf('\n', from - 1) + 1
  let same = 0
  const most = Math.min(before.length, after.length) - from
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1
  const to = after.indexOf('\n', after.length - same)
  same = to === -1 ? 0 : after.length - to
  const written = after.slice(from, after.length - same)
  const [begin, rest, more] = current.split(written)
  if (written === '' || begin === undefined || rest === undefined || more !== undefined) return undefined
  const text = begin + before.slice(from, before.length - same) + rest
  const map = await openMap(connection, text).catch(() => undefined)
  return map?.isSameDocument(wanted) === true ? text : undefined
}

function openMap({ file, path }: Connection, text: string): Promise<ServerMap> {
  return ServerMap.open(file, text, [path])
}
