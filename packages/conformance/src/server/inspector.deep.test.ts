import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findSuite } from '../suite.ts'
import { startSdkFixture } from './sdk-fixture.ts'
import { serveGateway, serveLocally } from './served-gateway.ts'

const node = findSuite()?.node
const require = createRequire(import.meta.url)
const INSPECTOR = require
  .resolve('@modelcontextprotocol/inspector/package.json')
  .replace(/package\.json$/, 'clients/launcher/build/index.js')
const MAIN = fileURLToPath(new URL('./stdio-main.ts', import.meta.url))

/** Runs the inspector's command line, and gives the JSON it prints. */
async function inspect(
  nodePath: string,
  target: readonly string[],
  ...args: readonly string[]
): Promise<unknown> {
  // It keeps a catalog of servers at home.
  const home = mkdtempSync(join(tmpdir(), 'inspector-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const { stdout } = await promisify(execFile)(nodePath, [INSPECTOR, '--cli', ...target, ...args], {
    env: { ...process.env, HOME: home, MCP_CATALOG_PATH: join(home, 'mcp.json') },
    timeout: 50_000,
  })
  return JSON.parse(stdout)
}

const LIST = ['--method', 'tools/list']
const CALL = ['--method', 'tools/call', '--tool-name', 'test_simple_text']
const TOOLS = { tools: expect.arrayContaining([expect.objectContaining({ name: 'test_simple_text' })]) }
const RESULT = { content: [{ type: 'text', text: 'This is a simple text response for testing.' }] }

if (node === undefined) {
  it.skip('is used by the inspector: it needs Node.js 24, which npm has no package of for this system')
} else {
  describe('the inspector of the protocol’s authors lists, calls and reads', () => {
    it('over stdio', async () => {
      const target = [node, '--conditions=@toolscout/source', MAIN]

      expect(await inspect(node, target, ...LIST)).toMatchObject(TOOLS)
      expect(await inspect(node, target, ...CALL)).toMatchObject(RESULT)
    })

    it('over HTTP', async () => {
      const serving = await serveLocally()
      onTestFinished(() => serving.close({ drainMs: 0 }))
      const target = [serving.url, '--transport', 'http']

      expect(await inspect(node, target, ...LIST)).toMatchObject(TOOLS)
      expect(await inspect(node, target, ...CALL)).toMatchObject(RESULT)
    })

    it('over HTTP through a gateway in front of another server', async () => {
      const fixture = await startSdkFixture()
      onTestFinished(fixture.close)
      const serving = await serveGateway(fixture.url)
      onTestFinished(() => serving.close({ drainMs: 0 }))
      const target = [serving.url, '--transport', 'http']

      expect(await inspect(node, target, ...LIST)).toMatchObject(TOOLS)
      expect(await inspect(node, target, ...CALL)).toMatchObject(RESULT)
      const read = ['--method', 'resources/read', '--uri', 'test://static-text']
      expect(await inspect(node, target, ...read)).toMatchObject({
        contents: [{ uri: 'test://static-text' }],
      })
    })
  })
}
