import { expect, it } from 'vitest'
import { connectMcpServer } from './connect.ts'

/** Tells of progress three times and answers, all in one write; then it ends. */
const SERVER = `
const line = (message) => JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n'
require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method, params } = JSON.parse(text)
  if (method === 'initialize')
    process.stdout.write(line({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'one', version: '1' } } }))
  else if (method === 'tools/call') {
    const { progressToken } = params._meta
    const steps = [1, 2, 3].map((progress) => line({ method: 'notifications/progress', params: { progressToken, progress } }))
    process.stdout.write(steps.join('') + line({ id, result: { content: [{ type: 'text', text: 'done' }] } }), () => process.exit())
  } else if (id !== undefined) process.stdout.write(line({ id, error: { code: -32601, message: 'no such method' } }))
})`

it('progress that comes in one write with the answer is heard, and so is the answer of a server that ends', async () => {
  const connection = await connectMcpServer({
    name: 'one',
    transport: 'stdio',
    command: process.execPath,
    args: ['-e', SERVER],
  })
  const steps: number[] = []
  const { content } = await connection.call('any', {}, { onProgress: ({ progress }) => steps.push(progress) })
  expect(content).toMatchObject([{ text: 'done' }])
  expect(steps).toEqual([1, 2, 3])
  await connection.close()
})
