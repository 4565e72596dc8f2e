import { createDiscovery, defineTool } from '@toolscout/discovery'
import { createGateway } from '@toolscout/gateway'
import { filesEntered } from './files-entered.ts'

/** One thing an application asks for, with the files it enters. */
export interface Way {
  readonly name: WayName
  readonly files: readonly string[]
}

/** The ways that are traced. */
export type WayName = 'search' | 'register' | 'call' | 'gateway call'

/** Most files a way may enter: a flow has to be readable. Lower a number when a change allows it; do not raise one. */
export const MAX_FILES: Readonly<Record<WayName, number>> = {
  search: 60,
  register: 56,
  call: 29,
  'gateway call': 34,
}

const NOUNS =
  'calendar invoice customer ticket file branch issue recipe flight hotel payment photo playlist contact report task room'
const VERBS = ['create', 'list', 'delete'] as const

/** 51 local tools, as many as the catalogs of applications have in the middle. */
function createTools(): Record<string, ReturnType<typeof createTool>> {
  const nouns = NOUNS.split(' ')
  const pairs = nouns.flatMap((noun) => VERBS.map((verb) => [verb, noun] as const))
  return Object.fromEntries(pairs.map(([verb, noun]) => [`${verb}_${noun}`, createTool(verb, noun)]))
}

function createTool(verb: string, noun: string) {
  return defineTool({
    description: `Will ${verb} one ${noun} of the workspace`,
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', description: `Name of the ${noun}` } },
      required: ['name'],
    },
    execute: ({ name }: { readonly name?: unknown }) => `${verb} ${noun} ${String(name)}`,
  })
}

/** Traces each way once on 51 local tools, everything by default. Each is done before it is traced, with other words. */
export async function traceWays(): Promise<readonly Way[]> {
  const discovery = createDiscovery()
  await discovery.register(createTools())
  const ways = [
    await trace('search', (words) => discovery.search(`${words} the invoice of a customer`)),
    await trace('register', (words) => discovery.register({ [`${words}_note`]: createTool(words, 'note') })),
    // Of tools that were not called before: their schemas have yet to be compiled.
    await trace('call', (words) => discovery.call(`${words}_note`, { name: 'one' })),
  ]
  const gateway = createGateway({ discovery })
  await gateway.start()
  const call = (words: string) =>
    gateway.call(words === 'arrange' ? 'list_task' : 'list_room', { name: 'one' })
  ways.push(await trace('gateway call', call))
  await gateway.stop()
  await discovery.close()
  return ways
}

async function trace(name: WayName, action: (words: string) => Promise<unknown>): Promise<Way> {
  await action('arrange')
  return { name, files: await filesEntered(() => action('remove')) }
}
