import { join } from 'node:path'
import type { CliHost } from '../host.ts'
import { findProjectFile } from './layers.ts'
import { PROJECT_FILE, placesOf } from './places.ts'

/** The file that is written: the user's, or the project's, which is made in the working directory where there is none. */
export async function targetFile(host: CliHost, isProject: boolean): Promise<string> {
  if (!isProject) return placesOf(host).userConfig
  return (await findProjectFile(host)) ?? join(host.cwd, PROJECT_FILE)
}
