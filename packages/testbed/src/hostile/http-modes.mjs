// Hostile MCP servers over HTTP, one for each path. Prints where they are, and all modes. The argument is a file that gets a line
// for each request that reaches somebody else, to whom they redirect.
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createGzip } from 'node:zlib'
import { ANSWERS, PROCESS_MODES } from './process-modes.mjs'

const ledger = process.argv[2]
const stranger = createServer((request, response) => {
  appendFileSync(ledger, `${request.method}\n`)
  response.end()
})
const METADATA = 'http://169.254.169.254/latest/meta-data'
const MEGABYTE = 1_048_576

const toText = ({ id }, result) => JSON.stringify({ jsonrpc: '2.0', id, result })
const json = (response, text, headers = {}) =>
  response
    .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1', ...headers })
    .end(text)
const stream = (response, headers = {}) =>
  response.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': 's1', ...headers })
const answer = (message) => toText(message, ANSWERS[message.method]?.(message.params ?? {}) ?? {})
const status = (code, headers) => (response) => void response.writeHead(code, headers).end('no')

/** Writes as long as it is read, up to so many megabytes. */
function pour(response, piece, megabytes) {
  let left = (megabytes * MEGABYTE) / piece.length
  const more = () => {
    for (; left > 0 && !response.destroyed; left -= 1) {
      if (!response.write(piece)) return void response.once('drain', more)
    }
  }
  more()
}

/** What becomes of a message, by mode; of a call alone where it is in `CALLS`. */
const ALWAYS = {
  refuses: status(500),
  hangs: () => {},
  'wants-authorization': status(401, { 'www-authenticate': `Bearer resource_metadata="${METADATA}"` }),
  'redirects-elsewhere': (response) =>
    status(307, { location: `http://127.0.0.1:${stranger.address().port}/mcp` })(response),
  'redirects-for-ever': status(307, { location: '/redirects-for-ever' }),
  'is-a-page': (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
  'large-headers': (response, message) => json(response, answer(message), { 'x-large': 'x'.repeat(100_000) }),
  'hangs-up': (response) => void response.destroy(),
}
const CALLS = {
  'loses-sessions': status(404),
  'wants-pauses': status(429, { 'retry-after': '99999999' }),
  'event-without-end': (response) => pour(stream(response), `data: ${'x'.repeat(100_000)}`, 200),
  'body-without-end': (response) =>
    pour(response.writeHead(200, { 'content-type': 'application/json' }), ' '.repeat(100_000), 200),
  'gzip-bomb': (response) => {
    const zip = createGzip()
    zip.pipe(response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }))
    zip.on('error', () => {})
    response.on('close', () => zip.destroy())
    pour(zip, Buffer.alloc(MEGABYTE, ' '), 300)
  },
  'cuts-its-answer': (response, message) =>
    stream(response).write(`data: ${answer(message).slice(0, 20)}`, () => response.destroy()),
  'answers-others': (response, message) => {
    stream(response)
    for (let id = 0; id < 2_000; id += 1) response.write(`data: ${toText({ id }, { content: [] })}\n\n`)
    response.end(`data: ${answer(message)}\n\n`)
  },
  'streams-end-at-once': (response, message) => json(response, answer(message)),
}

const server = createServer(async (request, response) => {
  response.on('error', () => {})
  const mode = request.url.slice(1)
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const message = text === '' ? {} : JSON.parse(text)
  if (ALWAYS[mode] !== undefined) return ALWAYS[mode](response, message)
  if (request.method === 'GET') {
    if (mode === 'streams-end-at-once') return void stream(response).end('retry: 0\n\n')
    return void response.writeHead(405).end()
  }
  if (message.id === undefined) return void response.writeHead(202).end()
  if (message.method === 'tools/call') return CALLS[mode](response, message)
  json(response, answer(message))
})
stranger.listen(0, '127.0.0.1', () =>
  server.listen(0, '127.0.0.1', () => {
    const remotes = [...Object.keys(ALWAYS), ...Object.keys(CALLS)]
    const { port } = server.address()
    process.stdout.write(JSON.stringify({ port, remotes, processes: Object.keys(PROCESS_MODES) }))
  }),
)
