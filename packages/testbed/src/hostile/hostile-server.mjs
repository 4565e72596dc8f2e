// An MCP server whose tool `attack` sends the messages `from` to `from + count` of `draw-message.mjs` before its answer, over
// stdio, or over HTTP with the argument `http`. Then it prints its port. Arguments: seed, ledger, way. The number of each
// message that is sent is a line of the ledger.
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { createRandom, drawBytes } from './draw-message.mjs'

const seed = Number(process.argv[2])
const ledger = process.argv[3]
const isHttp = process.argv[4] === 'http'

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true }, logging: {} },
    serverInfo: { name: 'hostile', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [
      {
        name: 'attack',
        description: 'Sends messages that are none',
        inputSchema: {
          type: 'object',
          properties: { from: { type: 'integer' }, count: { type: 'integer' } },
        },
      },
    ],
  }),
  'tools/call': ({ arguments: { from, count } }) => ({
    content: [{ type: 'text', text: `sent ${from} to ${from + count}` }],
  }),
}

const answerTo = ({ id, method, params }) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: ANSWERS[method]?.(params) ?? {} })

function* attacks({ id, method, params }) {
  if (method !== 'tools/call') return
  const { from, count } = params.arguments
  for (let at = from; at < from + count; at += 1) {
    yield { at, bytes: drawBytes(seed, at, id) }
    appendFileSync(ledger, `${at}\n`)
  }
}

const END_OF_EVENT = ['\n\n', '\n\n', '\r\n\r\n', '\r\r', '\n']
const FIELDS = [
  'data: ',
  'data:',
  'data: ',
  'event: message\ndata: ',
  'event: error\ndata: ',
  'event: endpoint\ndata: ',
  'id: 7\u0000\ndata: ',
  'retry: 999999999999\ndata: ',
  ': ',
  'data',
  ' data: ',
]

/** A message as an event of a stream, which may be none. */
function toEvent(bytes, { pick, chance }) {
  const body = chance(0.1)
    ? Buffer.from(bytes.toString('latin1').replaceAll(',', ',\ndata: '), 'latin1')
    : bytes
  return Buffer.concat([Buffer.from(pick(FIELDS)), body, Buffer.from(pick(END_OF_EVENT))])
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/event-stream',
  'text/plain',
  'text/html',
  'application/octet-stream',
  'APPLICATION/JSON',
  'nonsense',
  '',
]
const STATUSES = [200, 200, 200, 200, 201, 204, 206, 300, 302, 307, 400, 404, 409, 418, 429, 500, 503]

/** Answers a call over HTTP: mostly by a stream that ends with the answer, now and then by a message in its place. */
function answerCall(message, response, streams) {
  const drawn = [...attacks(message)]
  const [first] = drawn
  const random = createRandom(seed + 1, first?.at ?? 0)
  const { pick, chance } = random
  if (first !== undefined && chance(0.25)) {
    const type = pick(TYPES)
    response.writeHead(pick(STATUSES), {
      ...(type === '' ? {} : { 'content-type': type }),
      ...(chance(0.1) ? { 'content-encoding': pick(['gzip', 'br', 'nonsense']) } : {}),
      ...(chance(0.1) ? { location: 'http://127.0.0.1:9/' } : {}),
    })
    if (chance(0.1)) return void response.write(first.bytes, () => response.destroy())
    return void response.end(first.bytes)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const { bytes } of drawn) {
    const stream = chance(0.3) ? ([...streams].at(-1) ?? response) : response
    stream.write(toEvent(bytes, random))
  }
  response.end(`\n\ndata: ${answerTo(message)}\n\n`)
}

if (isHttp) {
  const streams = new Set()
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      streams.add(response)
      response.on('close', () => streams.delete(response))
      return
    }
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method !== 'POST') return void response.writeHead(200).end()
    const message = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end()
    if (message.method === 'tools/call') return answerCall(message, response, streams)
    response.writeHead(200, { 'content-type': 'application/json' }).end(answerTo(message))
  })
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
} else {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line)
    for (const { bytes } of attacks(message)) process.stdout.write(Buffer.concat([bytes, Buffer.from('\n')]))
    if (message.id !== undefined && message.method !== undefined)
      process.stdout.write(`${answerTo(message)}\n`)
  })
}
