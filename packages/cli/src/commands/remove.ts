import { editConfig } from '../config/edit-config.ts'
import { findFiles } from '../config/layers.ts'
import type { CommandContext } from '../program/command.ts'
import type { ConfigOptions } from '../program/options.ts'
import { serverNotFound } from './pick-servers.ts'

/** Takes a server out of the file it counts from. Rejects with `SERVER_NOT_FOUND`. */
export async function remove(
  name: string,
  options: ConfigOptions,
  { host, output }: CommandContext,
): Promise<undefined> {
  const names: string[] = []
  const files = await findFiles(host, options)
  // The last layer is the one that counts.
  for (const { file } of [...files].reverse()) {
    const editor = await editConfig(file)
    names.push(...editor.names())
    if (!editor.remove(name)) continue
    await editor.save()
    output.give({ removed: name, file }, () => `Removed ${name} from ${file}.`)
    return
  }
  throw await serverNotFound(name, [...new Set(names)])
}
