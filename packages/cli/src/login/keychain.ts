import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { messageOf, sha256 } from '@toolscout/model/internal'
import { CliError } from '../errors.ts'
import type { CliHost } from '../host.ts'

/** Where a desktop keeps secrets of this user, as far as it is reached by a program of the system. */
export interface Keychain {
  /** What is kept; `undefined` for nothing. Rejects where the keychain is not there, or is locked. */
  readonly read: () => Promise<string | undefined>
  readonly write: (secret: string) => Promise<void>
}

/** How long a person may take to unlock it. */
const PATIENCE_MS = 30_000
/** What `security` ends with where there is no such entry (`errSecItemNotFound`). */
const NOT_FOUND = 44

/**
 * The keychain of macOS, or on Linux the one behind `secret-tool`, with one secret for a folder; `undefined` on other
 * systems, and where `TOOLSCOUT_KEYCHAIN` is `off`. A secret is never an argument of a program, where others could read it.
 */
export function keychainOf(
  { env, platform }: Pick<CliHost, 'env' | 'platform'>,
  folder: string,
): Keychain | undefined {
  if (env.TOOLSCOUT_KEYCHAIN === 'off') return undefined
  const account = sha256(folder).slice(0, 16)
  if (platform === 'darwin') {
    const names = ['-s', 'toolscout', '-a', account]
    return {
      read: async () => {
        const { code, said } = await run('security', ['find-generic-password', ...names, '-w'], { env })
        if (code === NOT_FOUND) return undefined
        return requireDone('security', code, said)
      },
      write: async (secret) => {
        const line = `add-generic-password -U ${names.join(' ')} -w ${secret}\n`
        const { code, said } = await run('security', ['-i'], { env, input: line })
        requireDone('security', code, said)
      },
    }
  }
  if (platform !== 'linux') return undefined
  const names = ['service', 'toolscout', 'account', account]
  const where = { env: withBus(env) }
  return {
    read: async () => {
      const { code, said } = await run('secret-tool', ['lookup', ...names], where)
      // Nothing found ends with 1 and no words.
      if (code === 1 && said === '') return undefined
      return requireDone('secret-tool', code, said)
    },
    write: async (secret) => {
      const parameters = ['store', '--label', 'Toolscout logins', ...names]
      const { code, said } = await run('secret-tool', parameters, { ...where, input: secret })
      requireDone('secret-tool', code, said)
    },
  }
}

/** Clients start servers with few variables; the bus of the session lies where systemd puts it. */
function withBus(env: CliHost['env']): CliHost['env'] {
  const bus = `/run/user/${process.getuid?.() ?? ''}/bus`
  if (env.DBUS_SESSION_BUS_ADDRESS !== undefined || !existsSync(bus)) return env
  return { ...env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` }
}

function requireDone(program: string, code: number | string, said: string): string {
  if (code === 0) return said
  throw failure(`${program} ended with ${code}${said === '' ? '' : `: ${said}`}`)
}

async function run(
  program: string,
  parameters: readonly string[],
  { env, input = '' }: { readonly env: CliHost['env']; readonly input?: string },
): Promise<{ readonly code: number | string; readonly said: string }> {
  const child = spawn(program, parameters, { env: { ...env }, stdio: 'pipe', timeout: PATIENCE_MS })
  try {
    const closed = once(child, 'close')
    child.stdin.on('error', () => {}).end(input)
    const [stdout, stderr, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      closed,
    ])
    return { code: (code ?? signal) as number | string, said: (stdout || stderr).trim() }
  } catch (error) {
    throw failure(`${program} cannot be started: ${messageOf(error)}`)
  }
}

function failure(why: string): CliError {
  return new CliError('CONFIG_FILE_INVALID', why)
}
