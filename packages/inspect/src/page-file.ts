import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** The page as it is sent: one file, and what a browser may do with it. */
export interface PageFile {
  readonly body: Buffer
  readonly policy: string
}

/**
 * Reads the page that our build makes. Its one script and its one style are named by their digests, so that nothing
 * else on it runs or dresses up, whatever a text of a server turns into.
 */
export async function readPageFile(): Promise<PageFile> {
  // Sources, their build and the bundle all stand one folder below the package.
  const body = await readFile(new URL('../dist/page.html', import.meta.url))
  const html = body.toString('utf8')
  const policy = [
    "default-src 'none'",
    `script-src '${digestOf(html, 'script')}'`,
    `style-src '${digestOf(html, 'style')}'`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return { body, policy }
}

function digestOf(html: string, element: 'script' | 'style'): string {
  const begin = html.indexOf('>', html.indexOf(`<${element}`)) + 1
  const end = html.indexOf(`</${element}>`, begin)
  return `sha256-${createHash('sha256').update(html.slice(begin, end)).digest('base64')}`
}
