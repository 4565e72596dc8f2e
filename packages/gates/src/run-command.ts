import { spawn } from 'node:child_process'

/** How to run a command. */
export interface CommandOptions {
  /** The folder it runs in, absolute. */
  readonly cwd: string
  /** After how many milliseconds it and its children are killed. */
  readonly timeoutMs: number
  /** Variables in the place of those of this process. Default: none. */
  readonly env?: Readonly<Record<string, string>>
}

/** How a command ended. */
export interface CommandResult {
  /** Exit code; `undefined` when it was killed or could not be started. */
  readonly exitCode: number | undefined
  readonly timedOut: boolean
  readonly stdout: string
  /** Standard output and standard error as they came, to show to a reader. */
  readonly output: string
}

/** Runs a command to its end, without a shell and without input. Never rejects: a failed start is a result. */
export function runCommand(
  command: string,
  parameters: readonly string[],
  { cwd, timeoutMs, env }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    let stdout = ''
    let output = ''
    let timedOut = false
    // A group of its own, so that servers a command has started end with it.
    const child = spawn(command, parameters, {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    const killGroup = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The group is gone already, which is what was wanted.
      }
    }
    const timer = setTimeout(() => {
      timedOut = true
      killGroup()
    }, timeoutMs)
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
      output += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
    child.on('error', (error) => {
      output += error.message
      clearTimeout(timer)
      resolve({ exitCode: undefined, timedOut, stdout, output })
    })
    child.on('exit', killGroup)
    child.on('close', (exitCode) => {
      clearTimeout(timer)
      resolve({ exitCode: exitCode ?? undefined, timedOut, stdout, output })
    })
  })
}

/** Why a command failed in one line, with the end of what it printed; `undefined` when it exited with 0. */
export function describeFailure(result: CommandResult, timeoutMs: number): string | undefined {
  if (result.exitCode === 0) return undefined
  const how = result.timedOut
    ? `did not end within ${timeoutMs / 1_000} s`
    : `exited with ${result.exitCode ?? 'no code'}`
  return `${how}: ${outputTail(result.output)}`
}

/** The last lines of an output, enough to see what went wrong. */
export function outputTail(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-TAIL_LINES)
  return lines.length === 1 ? (lines[0] ?? '') : `\n${lines.map((line) => `      ${line}`).join('\n')}`
}

/** An error's message and the top of its stack. */
const TAIL_LINES = 12
