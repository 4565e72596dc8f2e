import { resolve } from 'node:path'
import { openInspector } from '@toolscout/inspect'
import { onAbort } from '@toolscout/model/internal'
import { useCatalog } from '../catalog/open-catalog.ts'
import { configuredServers, usableServers } from '../config/layers.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { loadServed, openGateway, readToken } from '../serving/serve-settings.ts'

/** Options of `inspect`. */
export interface InspectOptions extends ListedOptions {
  readonly port: number
  readonly tokenEnv?: string
  readonly questions?: string
}

/** Shows the catalog, its servers and its searches on a page of this machine, until stopped. */
export async function inspect(options: InspectOptions, context: CommandContext): Promise<undefined> {
  const { host, output } = context
  const token = readToken(options.tokenEnv, host.env)
  const { questions } = options
  const questionsFile = questions === undefined ? undefined : resolve(host.cwd, questions)
  const show = async (shown: Parameters<typeof openInspector>[0]): Promise<void> => {
    const inspector = await openInspector({ ...shown, port: options.port, token, questionsFile })
    try {
      output.give({ url: inspector.url }, () => `Open ${inspector.url}`)
      output.note('Anyone who has the address can open the page. Ctrl-C ends it.')
      await new Promise<void>((resolve) => void onAbort(host.signal, resolve))
    } finally {
      await inspector.close()
    }
  }
  if (options.catalog !== undefined)
    return useCatalog(options, context, async (catalog) => show({ discovery: await catalog.open('hybrid') }))
  const config = await loadServed(options, context)
  const servers = usableServers(config)
  const { gateway, close } = await openGateway(
    config,
    { known: () => servers, chosen: configuredServers(config) },
    context,
  )
  try {
    gateway.start()
    await show({ gateway })
  } finally {
    await close()
  }
}
