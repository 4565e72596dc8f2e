import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * An hour of measuring must not end with a file that cannot be written.
 *
 * @throws RangeError with one line for the user.
 */
export function requireWritable(file: string): void {
  const folder = dirname(resolve(file))
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new RangeError(
      `${JSON.stringify(file)} cannot be written: there is no folder ${folder} to write to.`,
    )
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new RangeError(`${JSON.stringify(file)} cannot be written: it is a folder.`)
  }
}
