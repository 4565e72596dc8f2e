import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Files that a command will write at its end. */
export interface OutputFiles {
  readonly jsonFile: string | undefined
  readonly markdownFile: string | undefined
}

/**
 * An hour of measuring must not end with a file that cannot be written.
 *
 * @throws RangeError with one line for the user.
 */
export function requireWritable({ jsonFile, markdownFile }: OutputFiles): void {
  for (const file of [jsonFile, markdownFile]) if (file !== undefined) requireWritableFile(file)
}

function requireWritableFile(file: string): void {
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
