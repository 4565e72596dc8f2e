import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Public servers as people have them, of the versions this project knows. */
const VERSION = '2026.8.31'
const SERVERS = Object.fromEntries(
  ['everything', 'filesystem', 'memory', 'sequential-thinking'].map((name) => [
    name,
    {
      command: 'npx',
      args: [
        '-y',
        `@modelcontextprotocol/server-${name}@${VERSION}`,
        ...(name === 'filesystem' ? [`$${'{HOME}'}`] : []),
      ],
    },
  ]),
)

/** What is asked, in the words of people, and the tool that must come first. */
export const REQUESTS: readonly (readonly [request: string, expected: string])[] = [
  ['remember that Anna likes tea', 'memory:add_observations'],
  ['give this file another name', 'filesystem:move_file'],
  ['show me the first ten lines of notes.md', 'filesystem:read_text_file'],
  ['find all markdown files in my notes folder', 'filesystem:search_files'],
]

/** How a first search in an empty home went. */
export interface FirstSearch {
  readonly request: string
  readonly expected: string
  readonly first: string | undefined
  readonly seconds: number
  /** Bytes of packages that were loaded meanwhile. */
  readonly bytes: number
  /** What was wrong, a line each; nothing where the hit is right and all servers start again from what npx keeps. */
  readonly problems: readonly string[]
}

/** What the runs share. */
export interface FirstSearchOptions {
  readonly command: string
  readonly registry: string
  readonly takeSent: () => number
}

/**
 * Searches in a home that holds nothing but a list of four servers behind `npx`; then looks whether npx can use what it
 * keeps: each server is started by npx alone, as any other client does, and loads no package again.
 */
export async function searchCold(
  [request, expected]: (typeof REQUESTS)[number],
  { command, registry, takeSent }: FirstSearchOptions,
): Promise<FirstSearch> {
  const home = mkdtempSync(join(tmpdir(), 'toolscout-cold-'))
  const env = { PATH: process.env.PATH, HOME: home }
  try {
    writeFileSync(join(home, '.npmrc'), `registry=${registry}/\nupdate-notifier=false\n`)
    mkdirSync(join(home, '.config/toolscout'), { recursive: true })
    writeFileSync(join(home, '.config/toolscout/config.json'), JSON.stringify({ mcpServers: SERVERS }))
    takeSent()
    const start = performance.now()
    const { code, stdout, stderr } = await run(process.execPath, [command, 'search', '--json', request], {
      cwd: home,
      env,
    })
    const seconds = (performance.now() - start) / 1_000
    const bytes = takeSent()
    const answer = code === 0 ? (JSON.parse(stdout) as { hits?: readonly { id: string }[] }) : {}
    const first = answer.hits?.[0]?.id
    const problems: string[] = []
    if (code !== 0) problems.push(`the search ended with ${code}: ${stderr.slice(-500)}`)
    else if (stderr.trim() !== '') problems.push(`it said: ${stderr.slice(-500)}`)
    if (first !== expected) problems.push(`${first} came first`)
    for (const [name, server] of Object.entries(SERVERS)) {
      const problem = await startAgain(
        server.args.map((word) => word.replace(`$${'{HOME}'}`, home)),
        { cwd: home, env },
      )
      if (problem !== undefined) problems.push(`npx cannot start ${name} afterwards: ${problem}`)
    }
    return { request, expected, first, seconds, bytes, problems }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  }
}

const GREETING = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'cold', version: '1' } },
})

/** Starts a server with npx, which may load nothing, and greets it. */
async function startAgain(args: readonly string[], where: Place): Promise<string | undefined> {
  const { stdout, stderr } = await run('npx', ['--offline', ...args], where, `${GREETING}\n`)
  return stdout.includes('"serverInfo"') ? undefined : stderr.slice(-500)
}

interface Place {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** Runs a program to its end; with words for it, to its first line. */
async function run(
  program: string,
  args: readonly string[],
  place: Place,
  words?: string,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(program, args, { ...place, stdio: ['pipe', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  if (words === undefined) child.stdin.end()
  else {
    child.stdin.write(words)
    // The answer, or its end.
    void Promise.race([once(child.stdout, 'data'), closed]).then(() => child.stdin.end())
  }
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { code: code as number | null, stdout, stderr }
}
