import { constants, type Dirent } from 'node:fs'
import { type FileHandle, lstat, open, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { truncate } from '@toolscout/model/internal'

/** Files that lie inside some folders, wherever links lead. */
export interface ConfinedFiles {
  /** Real paths. Relative paths belong to the first. */
  readonly roots: readonly string[]
  /** The bytes of a file; `undefined` for more than `maxBytes`. @throws FileRefusal for anything that is no file inside. */
  readonly read: (path: string, maxBytes: number, signal: AbortSignal) => Promise<Buffer | undefined>
  /** What is in a folder, in no order. @throws FileRefusal for anything that is no folder inside. */
  readonly list: (path: string) => Promise<readonly Dirent[]>
  /** A path inside as it is shown, and may be given again. */
  readonly shown: (path: string) => string
}

/** A file that is not given out; the message is for the model. */
export class FileRefusal extends RangeError {}

/** Finds out where an open file really is; something else may stand at its path by now. */
type Locate = (handle: FileHandle, path: string) => Promise<string>

/** What is kept open while a chunk is read. */
const CHUNK_BYTES = 65_536

/** @throws RangeError without a folder; whatever the system says of one that is not there. */
export async function confineFiles(
  folders: readonly string[],
  locate: Locate = defaultLocate(),
): Promise<ConfinedFiles> {
  const roots = Object.freeze(await Promise.all(folders.map((folder) => realpath(folder))))
  const [first] = roots
  if (first === undefined) throw new RangeError('At least one folder is needed.')
  const isInside = (path: string): boolean => roots.some((root) => isBelow(root, path))

  /** The check is made again on what was opened: a link may have been put there meanwhile. */
  const within = async <T>(
    path: string,
    flags: number,
    use: (handle: FileHandle) => Promise<T>,
  ): Promise<T> => {
    const wanted = resolve(first, path)
    if (path.includes('\0') || !isInside(wanted)) throw denied()
    try {
      const real = await whereItLeads(wanted)
      if (!isInside(real)) throw denied()
      // Without O_NONBLOCK a pipe would wait for somebody who writes.
      const handle = await open(
        real,
        constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | flags,
      )
      try {
        if (!isInside(await locate(handle, real))) throw denied()
        return await use(handle)
      } finally {
        await handle.close()
      }
    } catch (error) {
      throw inWords(error, path)
    }
  }
  return Object.freeze({
    roots,
    shown: (path: string) => (isBelow(first, path) ? relative(first, path) : path),
    read: (path: string, maxBytes: number, signal: AbortSignal) =>
      within(path, 0, async (handle) => {
        if (!(await handle.stat()).isFile()) throw new FileRefusal(`Not a file: ${path}`)
        return readBytes(handle, maxBytes, signal)
      }),
    list: (path: string) =>
      within(path, constants.O_DIRECTORY, (handle) => readdir(pathOf(handle, path), { withFileTypes: true })),
  } satisfies ConfinedFiles)
}

function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
}

/** The real path, or the expected path of a missing file, so that a call cannot reveal what exists outside. */
async function whereItLeads(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const isLink = await lstat(path)
      .then((found) => found.isSymbolicLink())
      .catch(() => false)
    if (isLink) throw denied()
    if (path === dirname(path)) throw error
    return join(await whereItLeads(dirname(path)), basename(path))
  }
}

const HANDLES = '/proc/self/fd'

function defaultLocate(): Locate {
  return process.platform === 'linux' ? locateByHandle : locateByIdentity
}

/** The system itself knows where an open file is. */
function locateByHandle(handle: FileHandle): Promise<string> {
  return readlink(`${HANDLES}/${handle.fd}`)
}

/** Where the system does not tell: what stands at the path now has to be what was opened. */
export async function locateByIdentity(handle: FileHandle, path: string): Promise<string> {
  const [opened, now, real] = await Promise.all([handle.stat(), stat(path), realpath(path)])
  if (opened.dev !== now.dev || opened.ino !== now.ino) throw denied()
  return real
}

/** A name that is still this folder when something else stands at its path. */
function pathOf(handle: FileHandle, path: string): string {
  return process.platform === 'linux' ? `${HANDLES}/${handle.fd}` : path
}

/** A file may grow while it is read. */
async function readBytes(
  handle: FileHandle,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for (;;) {
    signal.throwIfAborted()
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES)
    if (bytesRead === 0) return Buffer.concat(chunks, length)
    length += bytesRead
    if (length > maxBytes) return undefined
    chunks.push(buffer.subarray(0, bytesRead))
  }
}

/** One answer for everything outside, whether it exists or not. */
function denied(): FileRefusal {
  return new FileRefusal('Access denied: path outside working directory')
}

function inWords(error: unknown, path: string): unknown {
  const shown = truncate(path, 200)
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  // A link was put in the place of what had been looked at.
  if (error.code === 'ELOOP') return denied()
  if (error.code === 'ENOENT') return new FileRefusal(`File not found: ${shown}`)
  return new FileRefusal(`Cannot read ${shown}: ${String(error.code)}`)
}
