import { randomBytes } from 'node:crypto'
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf } from '@toolscout/model/internal'
import { CliError } from '../errors.ts'

const ANY_MAY_WRITE = 0o222
const OWNER_ONLY = 0o600

/** Rejects with `CONFIG_FILE_INVALID` where a file is there and shall not be written. */
export async function requireWritable(file: string): Promise<void> {
  const mode = (await stat(file).catch(() => undefined))?.mode
  if (mode === undefined || (mode & ANY_MAY_WRITE) !== 0) return
  throw new CliError(
    'CONFIG_FILE_INVALID',
    `${file} is read-only. Nothing was changed; make it writable, and run this again.`,
  )
}

/**
 * Writes a file, whole or not at all; a new one is for this user alone. A link, as people who keep their settings in a
 * repository have it, stays one. Rejects with `CONFIG_FILE_INVALID`.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file)
  await requireWritable(target)
  const draft = `${target}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const mode = (await stat(target).catch(() => undefined))?.mode ?? OWNER_ONLY
    await writeFile(draft, text, { mode: mode & 0o777 })
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw new CliError('CONFIG_FILE_INVALID', `${file} cannot be written: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}
