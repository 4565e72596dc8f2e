import { existsSync } from 'node:fs'
import { parseMcpServers } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { CliHost } from '../host.ts'
import { findProgram } from './launch.ts'

/** Programs that start servers, and where people get them. */
const INSTALL: Readonly<Record<string, string>> = {
  npx: 'it comes with Node.js, https://nodejs.org',
  uvx: 'it comes with uv, https://docs.astral.sh/uv',
  uv: 'https://docs.astral.sh/uv',
  bunx: 'it comes with Bun, https://bun.sh',
  docker: 'https://docs.docker.com/get-docker',
  python3: 'https://www.python.org',
  deno: 'https://deno.com',
}

/** Why a server would not start on this machine, in a few words; nothing where nothing is seen to be missing. */
export async function whatIsMissing(
  name: string,
  entry: JsonObject,
  host: CliHost,
): Promise<readonly string[]> {
  if (entry.disabled === true) return []
  const program = [entry.command].flat()[0]
  const missing: string[] = []
  if (typeof program === 'string' && !isInstalled(program, host)) {
    const where = INSTALL[program]
    missing.push(`${program} is not installed${where === undefined ? '' : ` (${where})`}`)
  }
  const { failures } = await parseMcpServers(
    { mcpServers: { [name]: entry } },
    { source: name, env: host.env },
  )
  for (const { error } of failures) {
    const variable = isJsonObject(error.details) ? error.details.variable : undefined
    missing.push(typeof variable === 'string' ? `the variable ${variable} is not set` : error.message)
  }
  return missing
}

function isInstalled(program: string, host: CliHost): boolean {
  // What a variable or the working directory has a part in is not known here.
  if (/[$~{]|^\.{1,2}[\\/]/.test(program)) return true
  return /[\\/]/.test(program) ? existsSync(program) : findProgram(program, host) !== undefined
}
