import { execFile, execFileSync } from 'node:child_process'
import { access, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { orSkip } from './required.ts'

const run = promisify(execFile)

/** Where Debian keeps its versions of PostgreSQL. */
const DEBIAN = '/usr/lib/postgresql'

/** A PostgreSQL of its own, in a temporary folder, on a socket there and on no port of the machine. */
export interface PostgresServer {
  /** What `pg` connects by. */
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly database: string
  }
  readonly version: string
  /** Kills it as a power cut would, without a word to its clients. */
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The folder of the newest PostgreSQL that is installed; `undefined` where there is none. */
export async function findPostgres(): Promise<string | undefined> {
  const given = process.env.TOOLSCOUT_POSTGRES_BIN
  const versions = await readdir(DEBIAN).catch(() => [])
  const newest = versions.filter((name) => Number(name) >= 13).sort((a, b) => Number(b) - Number(a))
  for (const folder of [
    ...(given === undefined ? [] : [given]),
    ...newest.map((name) => join(DEBIAN, name, 'bin')),
  ]) {
    const isThere = await access(join(folder, 'initdb')).then(
      () => true,
      () => false,
    )
    if (isThere) return folder
  }
  return orSkip('postgres', undefined)
}

/**
 * Starts a PostgreSQL of a folder; `settings` are those of its command line. With `keptIn` the databases are in that
 * folder and stay there when it is stopped; those that are there already are opened.
 */
export async function startPostgres(
  bin: string,
  settings: readonly string[] = [],
  { keptIn }: { readonly keptIn?: string | undefined } = {},
): Promise<PostgresServer> {
  const folder = keptIn ?? (await mkdtemp(join(tmpdir(), 'toolscout-pg-')))
  await mkdir(folder, { recursive: true })
  const account = await serverAccount(folder)
  const data = join(folder, 'data')
  const command = (name: string, args: readonly string[]) =>
    run(join(bin, name), [...args], { ...account, cwd: folder })
  const isThere = (await readdir(folder)).includes('data')
  if (!isThere) {
    const form = ['-U', 'toolscout', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
    await command('initdb', ['-D', data, ...form])
  }
  const options = ['-c listen_addresses=', `-c unix_socket_directories=${folder}`, ...settings].join(' ')
  const control = (args: readonly string[]) =>
    command('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), ...args])
  const start = async (): Promise<void> => {
    await control(['-o', options, 'start'])
  }
  await start()
  const { stdout } = await command('postgres', ['--version'])
  return {
    connection: { host: folder, port: 5432, user: 'toolscout', database: 'postgres' },
    version: stdout.trim(),
    start,
    crash: async () => {
      await control(['-m', 'immediate', 'stop'])
    },
    stop: async () => {
      await control(['-m', keptIn === undefined ? 'immediate' : 'fast', 'stop']).catch(() => undefined)
      if (keptIn === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root, so there it runs as the user its package made. */
async function serverAccount(folder: string): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const account = { uid: idOf('-u'), gid: idOf('-g') }
  await chown(folder, account.uid, account.gid)
  return account
}
