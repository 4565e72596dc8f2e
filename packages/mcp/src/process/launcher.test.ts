import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StdioServerConfig } from '../config/server-config.ts'
import { launcherOf } from '../config/server-config.ts'
import { connectMcpServer } from '../connection/connect.ts'
import { toConnectSettings } from '../connection/connect-options.ts'
import { fixture, isRunning, rejection, until } from '../fixtures/servers.ts'
import { startServerProcess } from './server-process.ts'

function server(command: string, ...args: string[]): StdioServerConfig {
  return { name: 'a', transport: 'stdio', command, args }
}

describe('a launcher', () => {
  it.each([
    ['npx', 'npx'],
    ['/usr/local/bin/npx', 'npx'],
    ['C:\\Program Files\\nodejs\\npx.cmd', 'npx'],
    ['UVX.EXE', 'uvx'],
    ['bunx', 'bunx'],
    ['docker', 'docker'],
    ['node', undefined],
    ['/opt/npx/bin/server', undefined],
  ])('is known by the last part of its command: %s', (command, launcher) => {
    expect(launcherOf(server(command))).toBe(launcher)
  })

  it('is known behind cmd /c', () => {
    expect(launcherOf(server('cmd', '/c', 'npx', '-y', 'x'))).toBe('npx')
    expect(launcherOf({ name: 'a', transport: 'http', url: 'https://npx' })).toBeUndefined()
  })

  it('has 120 s to connect, other servers 10 s, and what somebody says goes before both', () => {
    const connectMs = (config: StdioServerConfig, given?: number): number =>
      toConnectSettings(config, { timeouts: { connectMs: given } as object }).timeouts.connectMs
    expect(connectMs(server('npx'))).toBe(120_000)
    expect(connectMs(server('node'))).toBe(10_000)
    expect(connectMs(server('npx'), 500)).toBe(500)
    expect(connectMs({ ...server('npx'), timeoutMs: 700 })).toBe(700)
  })
})

/** Installs until the file `go` is there, as a package manager does, then runs a server. */
const SLOW_NPX = `#!${process.execPath}
const { existsSync, writeFileSync } = require('node:fs')
writeFileSync('installing', String(process.pid))
const poll = () => {
  if (!existsSync('go')) return setTimeout(poll, 5)
  process.stderr.write('npm warn deprecated\\n'.repeat(10_000))
  writeFileSync('installed', '')
  import(process.argv[2])
}
poll()
`

describe('a slow npx', () => {
  async function slowNpx(): Promise<{ config: StdioServerConfig; file: (name: string) => string }> {
    const folder = await mkdtemp(join(tmpdir(), 'toolscout-npx-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'npx'), SLOW_NPX)
    await chmod(join(folder, 'npx'), 0o755)
    const [script = ''] = fixture('caller').args ?? []
    const config = { ...server('npx', script), cwd: folder, env: { PATH: folder } }
    return { config, file: (name) => join(folder, name) }
  }

  it('finishes its installation after the deadline, and its server ends with its stdin', async () => {
    const { config, file } = await slowNpx()
    const controller = new AbortController()
    const connecting = rejection(connectMcpServer(config, { signal: controller.signal }))
    await until(() => existsSync(file('installing')))
    controller.abort(new RangeError('enough'))
    expect(await connecting).toMatchObject({ message: 'enough' })
    const pid = Number(readFileSync(file('installing'), 'utf8'))
    expect(isRunning(pid)).toBe(true)
    await writeFile(file('go'), '')
    await until(() => existsSync(file('installed')) && !isRunning(pid))
  })

  it('is not blamed for it, and what to do is said', async () => {
    const { config, file } = await slowNpx()
    const error = await rejection(connectMcpServer(config, { timeouts: { connectMs: 1 } }))
    await writeFile(file('go'), '')
    expect(error).toMatchObject({
      code: 'MCP_TIMEOUT',
      message: expect.stringContaining(
        'If npx is still installing it, the installation goes on in the background for at most 5 minutes',
      ),
    })
    await until(() => existsSync(file('installed')))
  })

  it('is ended like any server once its server speaks', async () => {
    const { config, file } = await slowNpx()
    await writeFile(file('go'), '')
    const connection = await connectMcpServer(config, { closeGraceMs: 0 })
    const pid = Number(readFileSync(file('installing'), 'utf8'))
    await connection.close()
    expect(isRunning(pid)).toBe(false)
  })

  it('whose copy of the package is incomplete fails with the line that mends it', async () => {
    const { config, file } = await slowNpx()
    // Elsewhere: values of variables, PATH among them, are left out of messages.
    const home = await mkdtemp(join(tmpdir(), 'toolscout-home-'))
    onTestFinished(() => rm(home, { recursive: true, force: true }))
    const copy = join(home, '_npx', '15b07286cbcc3329')
    const broken = join(copy, 'node_modules', 'server', 'index.mjs')
    await mkdir(dirname(broken), { recursive: true })
    await writeFile(broken, "import 'a-package-that-is-not-there'")
    await writeFile(file('go'), '')
    const error = await rejection(connectMcpServer({ ...config, args: [broken] }))
    expect(error).toMatchObject({
      code: 'MCP_CONNECT_FAILED',
      message: expect.stringMatching(
        new RegExp(`The copy that npx keeps is incomplete, .*: rm -rf "${copy}"$`),
      ),
    })
  })
})

describe('a process that says nothing yet', () => {
  it('works as long as it uses the processor or writes to stderr', async () => {
    const run = async (code: string): Promise<boolean> => {
      const started = await startServerProcess(server(process.execPath, '-e', code))
      // Begun by then: what a program needs to start is no work of its own.
      await once(started.stdout, 'data')
      try {
        return await started.isWorking(500)
      } finally {
        await started.end(0)
      }
    }
    if (process.platform === 'linux') expect(await run("console.log('begun'); for (;;);")).toBe(true)
    expect(await run("console.log('begun'); setInterval(() => console.error('.'), 5)")).toBe(true)
    expect(await run("console.log('begun'); setInterval(() => {}, 1_000_000)")).toBe(false)
  })
})
