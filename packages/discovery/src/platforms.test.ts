import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type PlatformReport, runOnPlatform } from './fixtures/platform-script.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('./fixtures/platform-script.ts', import.meta.url))
const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (place) => place !== undefined && existsSync(place),
)
const bun = findBun()
for (const [name, place] of Object.entries({ chromium, bun })) {
  if (place === undefined && process.env.TOOLSCOUT_REQUIRE?.includes(name))
    throw new RangeError(`There is no ${name}.`)
}

/** What `TOOLSCOUT_BUN` names, or the one npm installed for the plugin of OpenCode. */
function findBun(): string | undefined {
  if (process.env.TOOLSCOUT_BUN) return process.env.TOOLSCOUT_BUN
  try {
    const manifest = new URL('../../opencode/package.json', import.meta.url)
    return createRequire(manifest).resolve('@oven/bun-linux-x64/bin/bun')
  } catch {
    return undefined
  }
}

/** The script and all it needs as one file, as a bundler for browsers makes it; it fails on a module of Node. */
async function bundleScript(): Promise<string> {
  const table = readFileSync(new URL('../../semantic/data/tokens.bin', import.meta.url), 'base64')
  const bundle = await rolldown({
    input: script,
    platform: 'browser',
    // It reads its words from files, and is optional.
    external: ['@toolscout/languages'],
    resolve: { conditionNames: ['@toolscout/source', 'browser', 'import', 'default'] },
    onLog: (_, { code, message }) => {
      if (code === 'UNRESOLVED_IMPORT') throw new TypeError(message)
    },
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'platform', codeSplitting: false })
  await bundle.close()
  // The packed package has the table in this place.
  return `globalThis.TOOLSCOUT_TOKENS = '${table}'; ${output[0].code}`
}

describe('on another platform than Node', () => {
  let expected: PlatformReport
  let code: string
  beforeAll(async () => {
    const { warn } = console
    expected = await runOnPlatform()
    console.warn = warn
    code = await bundleScript()
  })

  /** The answers are those of Node, but that the table is not there at first. */
  const expectSame = ({ withoutTable, withTable, warnings }: PlatformReport): void => {
    expect(withTable).toEqual(expected.withTable)
    expect(withTable.degraded).toEqual([])
    expect(withTable.hits[0]?.[0]).toBe('travel:get_weather')
    expect(withoutTable.degraded).toEqual([
      expect.stringMatching(/^semantic: data\/tokens\.bin .*bundling\.md/),
    ])
    expect(withoutTable.result).toBe(expected.withTable.result)
    expect(warnings).toEqual([expect.stringContaining('TOOLSCOUT_TABLE_MISSING')])
  }

  /** Globals that Node shares with the web. */
  const sandboxOf = (strings: boolean): object => {
    const { AbortController, AbortSignal, atob, btoa, clearTimeout, crypto, DOMException } = globalThis
    const { Event, EventTarget, fetch, Headers, performance, queueMicrotask, Request, Response } = globalThis
    const { setTimeout, structuredClone, TextDecoder, TextEncoder, URL, URLSearchParams } = globalThis
    const globals = {
      ...{ AbortController, AbortSignal, atob, btoa, clearTimeout, crypto, DOMException, Event, EventTarget },
      ...{ fetch, Headers, performance, queueMicrotask, Request, Response, setTimeout, structuredClone },
      ...{ TextDecoder, TextEncoder, URL, URLSearchParams, console: {} },
    }
    return createContext(globals, { codeGeneration: { strings, wasm: false } })
  }
  const runIn = async (context: object): Promise<PlatformReport> => {
    const json: unknown = await runInContext(
      `${code}; platform.runOnPlatform().then(JSON.stringify)`,
      context,
    )
    return JSON.parse(String(json)) as PlatformReport
  }

  it('all works in a sandbox of the globals of the web', async () => {
    expectSame(await runIn(sandboxOf(true)))
  })

  it('all works where no code may be made of texts, calls included', async () => {
    expectSame(await runIn(sandboxOf(false)))
  })

  it.skipIf(chromium === undefined)('all works in Chromium', async () => {
    let resolve: (json: string) => void = () => {}
    const report = new Promise<string>((done) => {
      resolve = done
    })
    const send = "then((text) => fetch('/', { method: 'POST', body: text }))"
    const page = `<script>${code.replaceAll('</script', '<\\/script')}; platform.runOnPlatform().then(JSON.stringify, String).${send}</script>`
    const server = createServer(async (request, response) => {
      if (request.method === 'POST') resolve(await text(request))
      response.setHeader('content-type', 'text/html; charset=utf-8').end(request.url === '/' ? page : '')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const browser = spawn(chromium ?? '', ['--headless', '--no-sandbox', `http://127.0.0.1:${port}/`])
    onTestFinished(() => {
      browser.kill()
      server.close()
      server.closeAllConnections()
    })
    expectSame(JSON.parse(await report) as PlatformReport)
  })

  it.skipIf(bun === undefined)('all works in Bun, which finds the table', async () => {
    const print = `const { runOnPlatform } = await import(process.argv[1]); console.log(JSON.stringify(await runOnPlatform()))`
    const { stdout } = await run(bun ?? '', ['--conditions=@toolscout/source', '-e', print, script])
    expect(JSON.parse(stdout)).toEqual(expected)
  })
})
