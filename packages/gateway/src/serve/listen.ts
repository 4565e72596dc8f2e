import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on an address, and gives the one it got. */
export async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  const listening = once(server, 'listening')
  server.listen(port, host)
  await listening
  return server.address() as AddressInfo
}
