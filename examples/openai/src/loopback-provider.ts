import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Provider = { baseURL: string; asked: { tools: object[] }[]; stop: () => unknown }

/** In the place of a provider: answers one request after the other with what it is given, and keeps what it was asked. */
export async function startProvider(answers: readonly object[]): Promise<Provider> {
  const asked: Provider['asked'] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    asked.push(JSON.parse(text))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[asked.length - 1]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseURL, asked, stop: () => server.close() }
}
