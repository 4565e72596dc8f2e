import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/**
 * Reads a file below `root`, which is a real path; wherever links lead, also when they change meanwhile, nothing outside is
 * read. What was opened is looked at, not what the path meant before: a link may have been put in its place.
 *
 * @throws what `refuse` makes of a reason, in words; the error of the system where there is no such file.
 */
export async function readInside(
  root: string,
  path: string,
  { maxBytes, refuse }: { readonly maxBytes: number; readonly refuse: (why: string) => Error },
): Promise<Uint8Array> {
  const real = await realpath(join(root, path))
  const inside = relative(root, real)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || join(root, inside) !== real)
    throw refuse('it lies outside of its folder.')
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const handle = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const opened = await handle.stat()
    if (!opened.isFile()) throw refuse('it is no regular file.')
    const there = await lstat(real)
    const isSame = opened.dev === there.dev && opened.ino === there.ino && (await realpath(real)) === real
    if (!isSame) throw refuse('it was exchanged while it was opened.')
    if (opened.size > maxBytes) throw refuse(`it has ${opened.size} bytes; at most ${maxBytes} are read.`)
    // A file may grow while it is read.
    const bytes = await readBounded(handle, Math.min(maxBytes, opened.size) + 1)
    if (bytes.length > opened.size) throw refuse('it grew while it was read.')
    return bytes
  } finally {
    await handle.close()
  }
}

async function readBounded(handle: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(maxBytes)
  for (let length = 0; ; ) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length)
    length += bytesRead
    if (bytesRead === 0 || length === maxBytes) return bytes.subarray(0, length)
  }
}
