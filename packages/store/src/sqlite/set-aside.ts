import { existsSync, renameSync, rmSync } from 'node:fs'
import { quote, warn } from '@toolscout/model/internal'
import { onFiles } from './failures.ts'
import { securePlace } from './place.ts'
import type { Session } from './session.ts'

/** Keeps the file of a store beside its place, under the next free number, and says so in a warning of the process. */
export function setAside(session: Session, { message }: Error): void {
  const { path } = session
  session.leaveFile()
  let number = 1
  while (existsSync(`${path}-aside-${number}`)) number += 1
  const aside = `${path}-aside-${number}`
  onFiles(path, () => {
    // The log first: it must never lie beside the new file, into which it would be read.
    if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`)
    rmSync(`${path}-shm`, { force: true })
    renameSync(path, aside)
  })
  securePlace(path)
  warn(
    `${message} It is kept as ${quote(aside)}, and ${quote(path)} begins with nothing.`,
    'TOOLSCOUT_STORE_SET_ASIDE',
  )
}
