import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createGateway, type Gateway } from '@toolscout/gateway'
import { connectMcpServer, type McpConnection } from '@toolscout/mcp'
import { EVERYTHING_COMMAND, GATEWAY_COMMAND, startEverything, startGateway } from './processes.ts'
import { type Quantiles, toQuantiles } from './quantiles.ts'

/** What calls take by each way to the same server, all in one run, by turns. */
export interface Overhead {
  readonly transport: 'http' | 'stdio'
  readonly calls: number
  /** The SDK's client, and nothing between. */
  readonly direct: Quantiles
  /** The SDK's client, and the gateway between, in a process of its own. */
  readonly gateway: Quantiles
  /** What the gateway adds, in the quietest twentieth and in the median. */
  readonly addedMs: { readonly p05: number; readonly p50: number }
  /** Processor time of the gateway for a call; `null` where the system does not tell. */
  readonly gatewayCpuMs: number | null
  /** Our connection, without a gateway around it. */
  readonly connection: Quantiles
  /** A gateway in this process. */
  readonly inProcess: Quantiles
}

type Way = 'direct' | 'gateway' | 'connection' | 'in-process'
type Call = (message: string) => Promise<unknown>

const WARM_UP = 300

/** Measures one transport. */
export async function measureOverhead(transport: 'http' | 'stdio', calls: number): Promise<Overhead> {
  const closers: (() => Promise<unknown>)[] = []
  const { gatewayPid, ...ways } = await openWays(transport, closers)
  let gatewayCpuMs: number | null = null
  const times: Record<Way, number[]> = { direct: [], gateway: [], connection: [], 'in-process': [] }
  const cpuBefore = cpuMsOf(gatewayPid)
  try {
    const entries = Object.entries(ways) as [Way, Call][]
    for (let round = 0; round < WARM_UP + calls; round += 1) {
      // The first one runs with other cache contents, so the order rotates.
      const turn = round % entries.length
      for (const [way, call] of [...entries.slice(turn), ...entries.slice(0, turn)]) {
        const start = performance.now()
        const answer = JSON.stringify(await call(`call ${round}`))
        const ms = performance.now() - start
        if (!answer.includes(`call ${round}`)) throw new RangeError(`${way} answered ${answer.slice(0, 200)}`)
        if (round >= WARM_UP) times[way].push(ms)
      }
    }
    const cpuAfter = cpuMsOf(gatewayPid)
    if (cpuBefore !== null && cpuAfter !== null) gatewayCpuMs = (cpuAfter - cpuBefore) / (WARM_UP + calls)
  } finally {
    for (const close of closers.reverse()) await close()
  }
  const { direct, gateway, connection } = times
  return {
    transport,
    calls,
    direct: toQuantiles(direct),
    gateway: toQuantiles(gateway),
    addedMs: {
      p05: toQuantiles(gateway).p05Ms - toQuantiles(direct).p05Ms,
      p50: toQuantiles(gateway).p50Ms - toQuantiles(direct).p50Ms,
    },
    gatewayCpuMs,
    connection: toQuantiles(connection),
    inProcess: toQuantiles(times['in-process']),
  }
}

async function openWays(
  transport: 'http' | 'stdio',
  closers: (() => Promise<unknown>)[],
): Promise<Record<Way, Call> & { readonly gatewayPid: number | undefined }> {
  if (transport === 'stdio') {
    const between = toStdio(GATEWAY_COMMAND)
    const gateway = await openClient(between, 'everything__echo', closers)
    return {
      direct: await openClient(toStdio(EVERYTHING_COMMAND), 'echo', closers),
      gateway,
      gatewayPid: between.pid ?? undefined,
      ...(await openOurs({ transport: 'stdio', ...EVERYTHING_COMMAND }, closers)),
    }
  }
  const server = await startEverything()
  closers.push(server.stop)
  const gateway = await startGateway(server.url)
  closers.push(gateway.stop)
  return {
    direct: await openClient(toHttp(server.url), 'echo', closers),
    gateway: await openClient(toHttp(gateway.url, gateway.token), 'everything__echo', closers),
    gatewayPid: gateway.pid,
    ...(await openOurs({ transport: 'http', url: server.url }, closers)),
  }
}

function toHttp(url: string, token?: string): Transport {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Transport
}

function toStdio({ command, args }: typeof EVERYTHING_COMMAND): StdioClientTransport {
  return new StdioClientTransport({ command, args: [...args], stderr: 'ignore' })
}

async function openClient(
  transport: Transport,
  tool: string,
  closers: (() => Promise<unknown>)[],
): Promise<Call> {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(transport)
  closers.push(() => client.close())
  // The client checks answers against the schemas it has listed, and waits for the gateway to have them.
  while (!(await client.listTools()).tools.some(({ name }) => name === tool)) await new Promise(setImmediate)
  return (message) => client.callTool({ name: tool, arguments: { message } })
}

type Reached =
  | { readonly transport: 'http'; readonly url: string }
  | ({ readonly transport: 'stdio' } & typeof EVERYTHING_COMMAND)

async function openOurs(
  reached: Reached,
  closers: (() => Promise<unknown>)[],
): Promise<{ readonly connection: Call; readonly 'in-process': Call }> {
  const connection: McpConnection = await connectMcpServer({ name: 'everything', ...reached })
  closers.push(() => connection.close())
  const own: Gateway = createGateway()
  own.addServer({ name: 'everything', ...reached })
  own.start()
  closers.push(() => own.stop())
  await own.settled({ timeoutMs: 60_000 })
  return {
    connection: (message) => connection.call('echo', { message }),
    'in-process': (message) => own.call('everything:echo', { message }),
  }
}

/** Linux counts in ticks of 10 ms. */
function cpuMsOf(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
