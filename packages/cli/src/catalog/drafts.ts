import { randomBytes } from 'node:crypto'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '@toolscout/model/internal'
import { catalogsPlace, pinPlace } from '../config/places.ts'
import type { CliHost } from '../host.ts'
import { isRunning } from '../login/process-lock.ts'

/** A draft of another machine, whose processes are not seen from here, goes after this time. */
const ABANDONED_MS = 3_600_000
/** A home folder may be shared by machines that count their processes alike. */
const MACHINE = sha256(hostname()).slice(0, 8)

/** A name for what one process is writing just now: when, on which machine, by which process, and a random part. */
export function draftId(now: number): string {
  return `${now}-${MACHINE}.${process.pid}-${randomBytes(4).toString('hex')}`
}

/** Whether a file or folder is an abandoned draft: its process has ended or, where that cannot be known, it is old. */
export function isAbandoned(name: string, now: number): boolean {
  const [, startedAt = '', machine, pid] =
    /^(?:draft|current)-(\d+)-(?:([0-9a-f]{8})\.(\d+)-)?/.exec(name) ?? []
  if (startedAt === '') return false
  if (machine !== MACHINE) return now - Number(startedAt) > ABANDONED_MS
  // Containers give every process of theirs the same number.
  if (Number(pid) === process.pid) return Number(startedAt) < performance.timeOrigin
  return !isRunning(Number(pid))
}

/** Deletes what commands that were killed left of pins and catalogs; it is for the start of a command. Never rejects. */
export async function sweepDrafts(host: CliHost): Promise<void> {
  const catalogs = catalogsPlace(host)
  const homes = (await namesIn(catalogs)).map((key) => join(catalogs, key))
  await Promise.all([pinPlace(host), ...homes].map((folder) => sweep(folder, host.now())))
  // One whose first build was never finished holds nothing.
  await Promise.all(homes.map((home) => rmdir(home).catch(() => {})))
}

async function sweep(folder: string, now: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (isAbandoned(name, now)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
  }
}

function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}
