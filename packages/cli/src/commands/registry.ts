import { resolve } from 'node:path'
import { messageOf, quote } from '@toolscout/model/internal'
import { type ExitCode, exitCodeOf, usageError } from '../errors.ts'
import type { CommandContext, CommonOptions } from '../program/options.ts'
import { isAddress, readRegistry } from '../registry/read-registry.ts'
import { DAMAGED_ADVICE, RegistryFolder } from '../registry/registry-folder.ts'
import { formatAge, numberOf, shown } from '../terminal/columns.ts'

/** Lists, reads or forgets registries of servers, whose servers `search` names and `add` connects. */
export async function registry(
  _: CommonOptions,
  context: CommandContext,
  [action = 'list', given]: readonly string[],
): Promise<ExitCode | undefined> {
  const { host, output } = context
  const folder = new RegistryFolder(host)
  const known = await folder.list()
  const source = given === undefined || isAddress(given) ? given : resolve(host.cwd, given)
  if (source === undefined && (action === 'add' || action === 'remove'))
    throw usageError(`Say which: toolscout registry ${action} URL, or a file.`)
  if (source !== undefined && action !== 'add' && !known.some((one) => one.source === source))
    throw usageError(`There is no registry ${quote(source)}; "toolscout registry list" shows them.`)
  const chosen = source === undefined ? known.map((one) => one.source) : [source]
  if (action === 'remove') for (const one of chosen) await folder.remove(one)
  if (action === 'add') for (const one of chosen) await read(one, folder, context)
  const failed: unknown[] = []
  // One that cannot be read keeps none of the others from being read.
  if (action === 'refresh')
    for (const one of chosen)
      await read(one, folder, context).catch((error: unknown) => {
        host.signal.throwIfAborted()
        failed.push(error)
        output.warn(`${messageOf(error)} What was read before is kept.`)
      })
  const damaged: string[] = []
  const all = (await folder.list((file) => damaged.push(file))).map((one) => ({
    ...one,
    servers: one.servers.length,
  }))
  for (const file of damaged) output.warn(`${file} is damaged and not searched. ${DAMAGED_ADVICE}`)
  for (const { source, incomplete } of all)
    if (incomplete !== undefined) output.warn(`${source} is not whole. ${incomplete}`)
  output.give({ registries: all, damaged }, () => {
    if (all.length === 0) return 'No registry. Add one: toolscout registry add URL'
    const lines = all.map(
      (one) =>
        `${shown(one.source)}  ${numberOf(one.servers, 'server', 'servers')}, read ${formatAge(host.now() - one.readAt)} ago`,
    )
    return [...lines, 'Searches name those that fit; "toolscout add NAME" connects one.'].join('\n')
  })
  return failed.length === 0 ? undefined : exitCodeOf(failed[0])
}

async function read(source: string, folder: RegistryFolder, { host, output }: CommandContext): Promise<void> {
  const read = await output.progress('Reading the registry', (update) =>
    readRegistry(source, {
      signal: host.signal,
      onServers: (count) => update(count, count + 1, 'servers'),
    }),
  )
  await folder.put({ source, readAt: host.now(), ...read })
  const { RegistrySearch } = await import('../registry/search-registries.ts')
  const search = new RegistrySearch(host)
  await output.progress('Indexing the registries', () => search.prepare())
  await search.close()
}
