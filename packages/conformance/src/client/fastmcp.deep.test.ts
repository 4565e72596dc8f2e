import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { connectMcpServer } from '@toolscout/mcp'
import { expect, it, onTestFinished } from 'vitest'

const SCRIPT = fileURLToPath(new URL('./fixtures/fastmcp.mjs', import.meta.url))

/** A server of FastMCP on a free port, as soon as it listens. */
async function startHttp(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  const port = typeof address === 'object' ? address?.port : undefined
  probe.close()
  await once(probe, 'close')
  const child = spawn(process.execPath, [SCRIPT, String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise<void>((resolve) => {
    // Read to the end: a server whose stderr is closed dies of its next log line.
    child.stderr.on('data', (chunk) => {
      if (String(chunk).includes('ready')) resolve()
    })
  })
  return `http://127.0.0.1:${port}/mcp`
}

it.each(['stdio', 'http'] as const)(
  'a server of FastMCP over %s does all it can with our client',
  async (way) => {
    const connection = await connectMcpServer(
      way === 'http'
        ? { name: 'fast', transport: 'http', url: await startHttp() }
        : { name: 'fast', transport: 'stdio', command: process.execPath, args: [SCRIPT] },
      {
        client: {
          capabilities: { elicitation: { form: {} } },
          onRequest: async (_method, { message }) => ({
            action: 'accept',
            content: { name: String(message) },
          }),
        },
      },
    )
    onTestFinished(() => connection.close())
    const said = async (tool: string, signal?: AbortSignal): Promise<unknown> => {
      const { content } = await connection.call(tool, {}, signal && { signal })
      return content[0]?.type === 'text' ? content[0].text : content
    }
    // Its newest version knows sessions alone.
    expect(connection.server).toMatchObject({ name: 'fast', protocolVersion: '2025-11-25' })
    const names = async (): Promise<readonly unknown[]> =>
      (await connection.list()).definitions.map((tool) => Reflect.get(tool as object, 'name'))
    expect(await names()).toEqual(['seen', 'steps', 'ask', 'hang', 'change'])

    const steps: number[] = []
    await connection.call('steps', {}, { onProgress: ({ progress }) => void steps.push(progress) })
    expect(steps).toEqual([1, 2, 3])
    expect(await said('ask')).toBe('{"name":"Who is there?"}')

    const stop = new AbortController()
    const hanging = said('hang', stop.signal)
    await expect.poll(() => said('seen')).toBe('{"hanging":1,"cancelled":0}')
    stop.abort(new DOMException('enough', 'AbortError'))
    await expect(hanging).rejects.toThrow('enough')
    await expect.poll(() => said('seen')).toBe('{"hanging":1,"cancelled":1}')

    const changed = new Promise<void>((resolve) => void connection.onChange(resolve))
    await said('change')
    await changed
    expect(await names()).toContain('extra')
  },
)
