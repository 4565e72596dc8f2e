import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StdioServerConfig } from '@toolscout/mcp/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BROWSER, HAS_BROWSER, useBrowser } from '../fixtures/browser.ts'
import { openGateway, openInspected, TOOLS } from '../fixtures/inspected.ts'

const require = createRequire(import.meta.url)

// Written out, so that whoever looks for what uses a dependency finds it.
const MANIFESTS = {
  memory: require.resolve('@modelcontextprotocol/server-memory/package.json'),
  everything: require.resolve('@modelcontextprotocol/server-everything/package.json'),
}

/** A server as its authors publish it, in a process that says who it is. */
function realServer(name: string, manifest: string, pidFile: string): StdioServerConfig {
  const script = pathToFileURL(manifest.replace(/package\.json$/, 'dist/index.js')).href
  const program = `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); import(${JSON.stringify(script)})`
  return { name, transport: 'stdio', command: process.execPath, args: ['-e', program] }
}

describe.skipIf(!HAS_BROWSER)(`what changes while one looks, ${BROWSER}`, () => {
  const open = useBrowser()

  it('is a server that dies, and comes back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolscout-inspect-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const pidFile = join(folder, 'pid')
    const gateway = openGateway({ limits: { reconnectBaseMs: 60_000, reconnectMaxMs: 60_000 } })
    gateway.addServer(realServer('memory', MANIFESTS.memory, pidFile))
    gateway.addServer(realServer('everything', MANIFESTS.everything, join(folder, 'other')))
    gateway.start()
    await gateway.settled({ timeoutMs: 30_000 })
    const page = await open((await openInspected({ gateway })).url)
    await page.getByRole('link', { name: '2 servers ready', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Servers', exact: true }).click()
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'memory' }) })
    await card.getByText('Ready').waitFor()

    process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL')
    await card.getByText('Waiting to retry').waitFor()
    await card.getByText(/will be retried/).waitFor()
    await page.getByRole('link', { name: '1 of 2 servers ready', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByText('memory waiting to retry').waitFor()
    // Its tools stay to be found, and say why they cannot be called.
    await page.getByRole('link', { name: 'Tools', exact: true }).click()
    await page.getByRole('searchbox').fill('search nodes of the graph')
    await page.getByRole('option', { name: 'search_nodes' }).click()
    await page
      .getByRole('region', { name: 'Tool' })
      .getByText(/"memory" will be retried/)
      .waitFor()

    await gateway.reconnectServer('memory')
    await page.getByRole('link', { name: '2 servers ready', exact: true }).waitFor()
  })

  it('is tools that come and go, and calls', async () => {
    const gateway = openGateway()
    const page = await open((await openInspected({ gateway })).url)
    await page.getByText('The catalog is empty').waitFor()
    await gateway.register(TOOLS, { namespace: 'late' })
    await page.getByRole('option', { name: 'read_file' }).waitFor()
    await page.getByRole('button', { name: 'late 3' }).waitFor()

    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByText('3 tools added').waitFor()
    await gateway.call('late:list_issues', {})
    await gateway.call('late:read_file', {})
    await page.getByText('1 error', { exact: true }).waitFor()
    // Two times are no plot.
    expect(await page.getByRole('img', { name: /Calls of functions/ }).count()).toBe(0)
    for (let i = 0; i < 3; i += 1) await gateway.call('late:list_issues', {})
    const plot = page.getByRole('img', { name: /Calls of functions/ })
    await plot.waitFor()
    expect(await plot.locator('circle').count()).toBe(5)
    gateway.unregister('late:read_file')
    await page.getByText('1 tool removed').waitFor()
  })

  it('is an inspector that ends, and says so', async () => {
    const inspected = await openInspected({ gateway: openGateway() })
    const page = await open(inspected.url)
    await page.getByText('live', { exact: true }).waitFor()
    await inspected.close()
    await page.getByRole('alert').getByText('The inspector does not answer').waitFor()
    await page.getByText('not connected').waitFor()
  })

  it('is what is found wrong with the catalog', async () => {
    const gateway = openGateway()
    await gateway.register([
      ...TOOLS,
      { name: 'tool1', inputSchema: { type: 'object' }, description: 'Does it all' },
    ])
    const page = await open((await openInspected({ gateway })).url)
    await page.getByRole('link', { name: 'Findings' }).click()
    await page.getByRole('button', { name: /^Vague name/ }).click()
    // Until the kind is chosen there is one for each finding of the tool.
    await page.getByRole('button', { name: 'tool1', exact: true }).first().click()
    await page.getByRole('heading', { name: 'tool1' }).waitFor()
  })
})
