/** What a process needs to find programs, its home and its terminal; the lists the MCP SDKs also use. */
const POSIX_NAMES = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'] as const
// biome-ignore format: one list
const WINDOWS_NAMES = [
  'APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PROCESSOR_ARCHITECTURE', 'PROGRAMFILES',
  'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE',
] as const

/**
 * The few variables of this process that a server gets without being given them. Everything else, tokens of the
 * user above all, stays here; what a server needs stands in its configuration.
 */
export function inheritedEnvironment(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const inherited: Record<string, string> = {}
  for (const name of platform === 'win32' ? WINDOWS_NAMES : POSIX_NAMES) {
    const value = environment[name]
    // Old shells export functions as values that begin like this; a child shell would run them.
    if (value !== undefined && !value.startsWith('()')) inherited[name] = value
  }
  return inherited
}
