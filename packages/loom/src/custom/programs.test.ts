import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { ToolResult } from '@toolscout/model'
import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openLoom } from '../fixtures/open-loom.ts'
import { toolFolder, yamlTool } from '../fixtures/tool-folder.ts'
import { type CustomIndexerOptions, createCustomIndexer } from './custom-indexer.ts'

async function openTool(implementation: string, options: Omit<CustomIndexerOptions, 'folder'>, more = '') {
  const { folder } = await toolFolder({ 'a.yaml': yamlTool('thing', { implementation, more }) })
  const { loom } = openLoom({ indexers: [createCustomIndexer({ folder, ...options })] })
  const { errors } = await loom.indexAll()
  return { loom, errors }
}

async function callTool(
  implementation: string,
  args: object,
  options: Omit<CustomIndexerOptions, 'folder'>,
): Promise<ToolResult> {
  const { loom, errors } = await openTool(implementation, options)
  expect(errors).toEqual([])
  return loom.call('custom:thing', args)
}

const said = ({ content }: ToolResult): string => (content[0]?.type === 'text' ? content[0].text : '')
const nasty = '$(id); `id` "x" \' \n* && echo'

function isThere(program: string): boolean {
  try {
    return execFileSync(program, [], { input: '' }) !== undefined
  } catch {
    return false
  }
}

/** A real program of a name on `PATH`, which writes down what it was started with. */
function onPath(
  name: string,
  body = '',
): () => readonly { readonly argv: string[]; readonly input: string; readonly env: object }[] {
  const folder = mkdtempSync(join(tmpdir(), 'loom-path-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = join(folder, 'log')
  const program = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs')
const argv = process.argv.slice(2)
const input = readFileSync(0, 'utf8')
appendFileSync(${JSON.stringify(log)}, JSON.stringify({ argv, input, env: process.env }) + '\\n')
${body}
console.log('ran')`
  writeFileSync(join(folder, name), program)
  chmodSync(join(folder, name), 0o755)
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
}

describe.skipIf(!isThere('sh'))('a shell script', () => {
  it('is what its author wrote: what a call brings is JSON on its input, or arguments of their own (LOOM-121)', async () => {
    const script = JSON.stringify('printf "%s|%s|%s|" "$#" "$1" "$KEY"; cat')
    const result = await callTool(
      `{ type: shell, config: { script: ${script}, args: ["{{text}}"], env: { KEY: "\${KEY}" } } }`,
      { text: nasty, id: 'i' },
      { allowCommands: ['sh'], env: { KEY: 'k' } },
    )
    expect(said(result)).toBe(`1|${nasty}|k|${JSON.stringify({ text: nasty, id: 'i' })}`)
  })

  it('with an option for an argument is not run, and its failure is a result', async () => {
    const options = { allowCommands: ['sh'] }
    const script = '{ type: shell, config: { script: "exit 3", args: ["{{text}}"] } }'
    expect(said(await callTool(script, { text: '-rf' }, options))).toContain('must not begin with')
    expect(said(await callTool(script, { text: 'x' }, options))).toContain('ended with 3')
  })

  it('asks for approval and keeps its limits as a command does', async () => {
    const { loom } = await openTool(
      '{ type: shell, config: { script: "echo hi", rate_limit: { requests_per_minute: 1 } } }',
      { allowCommands: ['sh'] },
      'safety: { requires_approval: false }\n  rate_limit: { requests_per_minute: 5 }',
    )
    expect(loom.getTool('custom:thing')?.rateLimit).toEqual({ requestsPerMinute: 1 })
    expect(said(await loom.call('custom:thing'))).toBe('hi\n')
    expect((await loom.call('custom:thing')).structuredContent?.error).toBe('RATE_LIMITED')
    const asked = await openTool(
      '{ type: shell, config: { script: "echo hi" } }',
      { allowCommands: ['sh'] },
      'safety: { requires_approval: true }',
    )
    expect((await asked.loom.call('custom:thing')).structuredContent?.error).toBe('APPROVAL_REQUIRED')
  })
})

describe('a Python script', () => {
  it('is given to the interpreter as one argument, with the arguments of a call beside it', async () => {
    const started = onPath('python3')
    const script = 'import json, sys\nprint(json.load(sys.stdin))'
    const result = await callTool(
      `{ type: python, config: { script: ${JSON.stringify(script)}, args: ["--name", "{{text}}"] } }`,
      { text: nasty },
      { allowCommands: ['python3'] },
    )
    expect(said(result)).toBe('ran\n')
    expect(started()).toMatchObject([
      { argv: ['-c', script, '--name', nasty], input: JSON.stringify({ text: nasty }) },
    ])
  })

  it.skipIf(!isThere('python3'))('runs', async () => {
    const script = JSON.stringify(
      'import json, sys\nprint(json.load(sys.stdin)["text"].upper(), sys.argv[1])',
    )
    const result = await callTool(
      `{ type: python, config: { script: ${script}, args: ["{{id}}"] } }`,
      { text: nasty, id: 'i' },
      { allowCommands: ['python3'] },
    )
    expect(said(result)).toBe(`${nasty.toUpperCase()} i\n`)
  })
})

describe('a container', () => {
  it('is run without a network and with the limits its definition names (LOOM-121)', async () => {
    const started = onPath('docker')
    const sandbox =
      '{ memory_limit: 512MB, cpu_limit: "1.5", pids_limit: 100, readonly_rootfs: true, no_new_privileges: true, capabilities_drop: [ALL], working_dir: /work }'
    await callTool(
      `{ type: docker, config: { image: "python:3.11-slim", args: [run, "{{text}}"], env: { KEY: "\${KEY}" }, sandbox: ${sandbox} } }`,
      { text: nasty },
      { allowCommands: ['docker'], env: { KEY: 'secret' } },
    )
    const [{ argv, input, env } = { argv: [], input: '', env: {} }, ...others] = started()
    expect(others).toEqual([])
    expect(argv.slice(0, 4)).toEqual(['run', '--rm', '--interactive', '--name'])
    expect(argv[4]).toMatch(/^toolscout-[0-9a-f]{16}$/u)
    expect(argv.slice(5)).toEqual([
      ...['--network', 'none', '--memory', '512MB', '--cpus', '1.5', '--pids-limit', '100', '--read-only'],
      ...['--security-opt', 'no-new-privileges', '--cap-drop', 'ALL', '--workdir', '/work', '--env', 'KEY'],
      ...['python:3.11-slim', 'run', nasty],
    ])
    expect([JSON.parse(input), env]).toEqual([{ text: nasty }, expect.objectContaining({ KEY: 'secret' })])
  })

  it('that takes too long is removed, and so is one that fails', async () => {
    const clock = createManualClock()
    const started = onPath(
      'docker',
      'if (argv[0] === "run" && argv.includes("slow")) setInterval(() => {}, 1000); else if (argv[0] === "run") process.exit(3)',
    )
    const options = { allowCommands: ['docker'], clock }
    const slow = callTool('{ type: docker, config: { image: slow, timeout_seconds: 0.2 } }', {}, options)
    await clock.waitFor(200)
    await vi.waitFor(() => expect(started()).toHaveLength(1))
    await clock.advance(200)
    expect(said(await slow)).toContain('within 200 ms')
    await vi.waitFor(() => expect(started()).toHaveLength(2))
    expect(said(await callTool('{ type: docker, config: { image: bad } }', {}, options))).toContain(
      'ended with 3',
    )
    const [run, remove, again, removeAgain] = started().map(({ argv }) => argv)
    expect(remove).toEqual(['rm', '--force', run?.[4]])
    expect(removeAgain).toEqual(['rm', '--force', again?.[4]])
  })
})

it.each([
  ['a place in a script', '{ type: shell, config: { script: "echo {{text}}" } }', 'args` and `stdin'],
  ['a place in a program', '{ type: python, config: { script: "print({{text}})" } }', 'args` and `stdin'],
  ['an option for an image', '{ type: docker, config: { image: "--privileged" } }', 'image'],
  ['another network', '{ type: docker, config: { image: a, sandbox: { network: host } } }', 'network'],
  [
    'a variable that Docker reads',
    '{ type: docker, config: { image: a, env: { DOCKER_HOST: "tcp://x" } } }',
    'DOCKER_HOST',
  ],
  ['a volume', '{ type: docker, config: { image: a, sandbox: { volumes: [/] } } }', 'volumes'],
])('%s is refused when it is indexed', async (_what, implementation, why) => {
  const { errors } = await openTool(implementation, { allowCommands: ['sh', 'python3', 'docker'] })
  expect(errors).toMatchObject([{ code: 'CUSTOM_TOOL_INVALID', message: expect.stringContaining(why) }])
})
