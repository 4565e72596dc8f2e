import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDiscovery } from '@toolscout/discovery'
import { describe, expect, it } from 'vitest'
import type { OverviewView } from './api/views.ts'
import { bundlePage } from './fixtures/bundle-page.ts'
import { openGateway, openInspected, TOOLS } from './fixtures/inspected.ts'
import type { InspectorOptions } from './open-inspector.ts'
import { openInspector } from './open-inspector.ts'

describe('openInspector', () => {
  it.each<[string, object]>([
    ['nothing to show', {}],
    ['two things to show', { gateway: openGateway, discovery: createDiscovery({ embedder: false }) }],
    ['an unknown option', { gateway: {}, portt: 1 }],
    ['a token that can be guessed', { gateway: {}, token: 'short' }],
    ['a token with a space', { gateway: {}, token: 'a b c d e f g h i j k l' }],
  ])('refuses %s', async (_what, options) => {
    await expect(openInspector(options as InspectorOptions)).rejects.toThrow(TypeError)
  })

  it('rejects as listening does', async () => {
    await bundlePage()
    const other = createServer()
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo

    await expect(openInspector({ gateway: openGateway(), port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    await expect(openInspector({ gateway: openGateway(), port: 70_000 })).rejects.toThrow(RangeError)
    other.close()
    await once(other, 'close')
  })

  it('makes a token, or takes one', async () => {
    const gateway = openGateway()
    const made = await openInspected({ gateway })
    const other = await openInspected({ gateway })
    const given = await openInspected({ gateway, token: 'my-own-long-token' })

    expect(made.token).toMatch(/^[\w-]{43}$/)
    expect(made.token).not.toBe(other.token)
    expect(given.url).toBe(`http://127.0.0.1:${given.port}/#token=my-own-long-token&act=${given.actToken}`)
    expect(given.actToken).toMatch(/^[\w-]{43}$/)
    expect((await given.send('/api/overview')).status).toBe(200)
  })

  it('shows a facade alone', async () => {
    const discovery = createDiscovery({ embedder: false })
    await discovery.register(TOOLS, { namespace: 'own' })
    const { ask } = await openInspected({ discovery })
    const { tools, groups } = await ask<OverviewView>('/api/overview')

    expect([tools, groups]).toMatchObject([3, [{ key: 'local:own', kind: 'local', tools: 3 }]])
  })

  it('leaves what it shows as it was, and listens to it no more when it is closed', async () => {
    const gateway = openGateway()
    const inspector = await openInspected({ gateway })
    expect(gateway.state()).toBe('idle')
    gateway.start()
    await Promise.all([inspector.close(), inspector.close()])

    expect(gateway.state()).not.toBe('stopped')
    await expect(inspector.send('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
