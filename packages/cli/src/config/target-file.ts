import { join } from 'node:path'
import type { CliHost } from '../host.ts'
import { findProjectFile } from './layers.ts'
import { PROJECT_FILE, placesOf } from './places.ts'

/** The file to write: the user's, or the project's, by default in the working directory. */
export async function targetFile(host: CliHost, isProject: boolean): Promise<string> {
  if (!isProject) return placesOf(host).userConfig
  return (await findProjectFile(host)) ?? join(host.cwd, PROJECT_FILE)
}
