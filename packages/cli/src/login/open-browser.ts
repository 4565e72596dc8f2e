import { spawn } from 'node:child_process'
import type { CliHost } from '../host.ts'

/** Programs that show a page. None of them is a shell, so an address is one argument whatever is in it. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Shows a page where there is a browser; elsewhere nothing happens. The address was looked at before. */
export function openBrowser(url: URL, { env, platform }: Pick<CliHost, 'env' | 'platform'>): void {
  const [command = 'xdg-open', ...args] = OPENERS[platform] ?? []
  const child = spawn(command, [...args, url.href], { env: { ...env }, stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
