import { getEventListeners } from 'node:events'
import { createLedger, startHttpBackend } from '@toolscout/testbed/farm'
import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it, onTestFinished } from 'vitest'
import { createClientService } from './connection/client-service.ts'
import { openSession } from './connection/open-session.ts'
import { createSdkHttpTransport } from './connection/sdk-client.ts'
import { until } from './fixtures/servers.ts'
import { createRedactor } from './redactor.ts'
import { RemoteTransport } from './transport/remote-transport.ts'

it('a server that ends its streams at once, 200 times, is asked more and more seldom, and leaves nothing behind', async () => {
  const backend = await startHttpBackend({ name: 'b', ledger: createLedger(), retryMs: 1 })
  const { url } = backend
  const clock = createManualClock()
  const signals = new Set<AbortSignal>()
  const transport = new RemoteTransport(
    { url },
    {
      mode: 'http',
      fetch,
      maxFrameBytes: 1_000_000,
      redact: createRedactor({ name: 'b', transport: 'http', url }),
      clock,
      createSdkTransport: (mode, address, gated) =>
        createSdkHttpTransport(mode, address, (input, init) => {
          if (init?.signal) signals.add(init.signal)
          return gated(input, init)
        }),
    },
  )
  onTestFinished(async () => {
    await transport.close(0)
    await backend.down()
  })
  const session = await openSession(transport, {
    client: createClientService(undefined, 1_000),
    redact: (text) => text,
    era: 'session',
    onEra: () => {},
    patienceMs: 1_000,
    isAuthorizing: () => false,
    events: { onNotified: () => {}, onEnd: () => {}, onDiagnostic: () => {} },
  })
  const isOpen = (): boolean => backend.streams() === 1
  const endStream = async (): Promise<void> => {
    // What asks the client to come back soon is still on its way.
    await new Promise(setImmediate)
    const before = backend.requests('GET')
    backend.endStreams()
    await until(() => backend.requests('GET') > before || clock.waits().length > 0)
  }
  await until(isOpen)
  const pauses: number[] = []
  for (let closed = 0; closed < 200; closed += 1) {
    await endStream()
    const [wait = 0] = clock.waits()
    pauses.push(wait)
    await clock.advance(wait)
    await until(isOpen)
  }
  expect(pauses.slice(0, 10)).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(new Set(pauses.slice(10))).toEqual(new Set([30_000]))

  // One that was of use is asked for the next at once.
  await clock.advance(5_000)
  await endStream()
  expect(clock.waits()).toEqual([])
  await until(isOpen)

  for (let call = 0; call < 20; call += 1) {
    const { signal } = new AbortController()
    await session.request('ping', {}, { signal })
  }
  expect(signals.size).toBe(1)
  // That of the stream that is open.
  const [ofConnection] = signals
  expect(getEventListeners(ofConnection as AbortSignal, 'abort')).toHaveLength(1)
  expect(backend.sessions()).toBe(1)
})
