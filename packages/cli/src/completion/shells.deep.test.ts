import { execFile, execFileSync } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, type TestContext } from 'vitest'
import { MAIN } from '../fixtures/spawn-command.ts'
import { createTestHost, DESK } from '../fixtures/test-host.ts'
import type { Shell } from './candidates.ts'

/** Runs programs of a shell in which the command is on the PATH, and knows a server and its tools. */
async function openShell(shell: Shell, { skip }: TestContext) {
  const host = await createTestHost()
  try {
    execFileSync(shell, ['--version'], { stdio: 'ignore' })
  } catch {
    skip(`There is no ${shell} here, so completion is not tried in it.`)
  }
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  await host.run(['list'])
  const command = await host.write('bin/toolscout', `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`)
  await chmod(command, 0o755)
  const env = { PATH: `${join(command, '..')}:${process.env.PATH ?? ''}`, HOME: host.home, TERM: 'dumb' }
  return async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(shell, args, { env, cwd: host.cwd, timeout: 60_000 })
    return stdout
  }
}

it('completes in bash, a tool behind its colon too', async (test) => {
  const run = await openShell('bash', test)
  const complete = (line: string) =>
    run(
      '--norc',
      '-c',
      `eval "$(toolscout completion bash)"; COMP_LINE=$1; COMP_POINT=\${#1}; _toolscout; printf '%s|' "\${COMPREPLY[@]}"`,
      'bash',
      line,
    )
  expect(await complete('toolscout se')).toBe('search|serve|')
  // Bash replaces what stands behind the last colon.
  expect(await complete('toolscout describe desk:se')).toBe('send_mail|')
  expect(await complete('toolscout list --server ')).toBe('desk|')
})

it('completes in fish', async (test) => {
  const run = await openShell('fish', test)
  const complete = async (line: string) =>
    (await run('--no-config', '-c', 'toolscout completion fish | source; complete -C $argv[1]', line))
      .split('\n')
      .filter(Boolean)
  expect(await complete('toolscout se')).toEqual(['search', 'serve'])
  expect(await complete('toolscout describe desk:se')).toEqual(['desk:send_mail'])
  expect(await complete('toolscout list --server ')).toContain('desk')
})

it('completes in zsh, where somebody types', async (test) => {
  const run = await openShell('zsh', test)
  // A terminal of its own, since zsh completes nowhere else; what is on its line is shown by a key.
  const program = String.raw`
zmodload zsh/zpty
zpty shell zsh -f -i
say() { zpty -w -n shell "$1" }
until_said() { zpty -r -m shell seen "*$1*" || exit 3 }
say $'PS1=; autoload -U compinit; compinit -u -D; eval "$(toolscout completion zsh)"\n'
say $'show() { print -r -- "<<$BUFFER>>"; BUFFER=; }; zle -N show; bindkey "^X" show; print rea""dy\n'
until_said ready
say $'toolscout desc\t\x18'
until_said '>>'; print -r -- "$seen"
say $'toolscout describe desk:se\t\x18'
until_said '>>'; print -r -- "$seen"
zpty -d shell`
  const shown = [...(await run('-f', '-c', program)).matchAll(/<<(.*?) ?>>/g)].map(([, line]) => line)
  expect(shown).toEqual(['toolscout describe', 'toolscout describe desk:send_mail'])
})
