import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectMcpServer } from './connection/connect.ts'
import type { McpConnection } from './connection/connection.ts'
import type { McpNotification } from './connection/notifications.ts'
import { fixture, rejection } from './fixtures/servers.ts'
import type { McpDiagnostic } from './transport/transport.ts'

/** What hides in a text. Each stands between two letters that stay. */
const HIDDEN: Readonly<Record<string, string>> = {
  nul: '\u0000',
  bell: '\u0007',
  backspace: '\u0008',
  'carriage return': '\r',
  escape: '\u001b',
  delete: '\u007f',
  'color (CSI)': '\u001b[31m',
  'cursor up (CSI)': '\u001b[1A',
  'link (OSC 8)': '\u001b]8;;https://evil.example\u0007',
  'title (OSC 0)': '\u001b]0;owned\u0007',
  'clipboard (OSC 52)': '\u001b]52;c;ZXZpbA==\u001b\\',
  'C1 next line': '\u0085',
  'C1 CSI': '\u009b31m',
  'C1 string': '\u0090',
  'soft hyphen': '\u00ad',
  'grapheme joiner': '\u034f',
  'Arabic letter mark': '\u061c',
  'Hangul choseong filler': '\u115f',
  'Hangul jungseong filler': '\u1160',
  'Khmer inherent vowel': '\u17b4',
  'Mongolian selector': '\u180b',
  'Mongolian vowel separator': '\u180e',
  'zero-width space': '\u200b',
  'zero-width non-joiner': '\u200c',
  'zero-width joiner': '\u200d',
  'left-to-right mark': '\u200e',
  'right-to-left mark': '\u200f',
  'line separator': '\u2028',
  'paragraph separator': '\u2029',
  'left-to-right embedding': '\u202a',
  'right-to-left override': '\u202e',
  'word joiner': '\u2060',
  'invisible times': '\u2062',
  'right-to-left isolate': '\u2067',
  'deprecated format': '\u206a',
  'Hangul filler': '\u3164',
  'variation selector 1': '\ufe00',
  'variation selector 16': '\ufe0f',
  'byte order mark': '\ufeff',
  'halfwidth Hangul filler': '\uffa0',
  'interlinear annotation': '\ufff9',
  'shorthand format': '\u{1bca0}',
  'musical control': '\u{1d173}',
  'language tag': '\u{e0001}',
  'tag letter': '\u{e0041}',
  'variation selector 17': '\u{e0100}',
}
const vectors = Object.entries(HIDDEN)
/** All of them in one text, for surfaces that are asked once. */
const ALL = vectors.map(([, hidden]) => `a${hidden}b`).join(' ')

// No process can have a NUL among its arguments.
const hider = fixture('hider', Buffer.from(ALL).toString('base64'))

const diagnostics: McpDiagnostic[] = []
const notifications: McpNotification[] = []
const asked: unknown[] = []
let server: McpConnection

beforeAll(async () => {
  server = await connectMcpServer(hider, {
    onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    client: {
      capabilities: { elicitation: {}, roots: {}, sampling: {} },
      onRequest: async (_method, params) => {
        asked.push(params)
        return { action: 'cancel' }
      },
    },
  })
  server.onNotification((notification) => notifications.push(notification))
})
afterAll(() => server.close())

/** That a value, with everything in it, shows nothing that is hidden. */
function expectVisible(value: unknown): void {
  const shown = value instanceof Error ? `${value.message} ${JSON.stringify(value)}` : JSON.stringify(value)
  expect(shown).toContain('b')
  for (const [name, hidden] of vectors) {
    const spellings = [hidden, JSON.stringify(hidden).slice(1, -1)]
    expect(
      spellings.filter((spelling) => shown.includes(spelling)),
      name,
    ).toEqual([])
  }
}

it('knows forty ways to hide', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(40)
})

it('is in nothing a server says about itself', () => {
  expect(server.server).toMatchObject({
    name: expect.stringContaining('ab'),
    instructions: expect.any(String),
  })
  expectVisible(server.server)
  expectVisible(server.capabilities)
})

it.each(['resources/list', 'resources/templates/list', 'prompts/list', 'completion/complete'] as const)(
  'is in no answer to %s',
  async (method) => expectVisible(await server.request(method)),
)

it('is in nothing that describes a result', async () => {
  const { _meta, content } = await server.call('described', {})
  expectVisible(_meta)
  expectVisible(content.map((block) => ({ ...block, text: undefined })))
})

it('is in no error, and not in its data', async () => {
  expectVisible(await rejection(server.call('refuse', {})))
  expectVisible(await rejection(server.request('prompts/get', { name: 'x' })))
})

it('is in no report of progress, no message of a log and no question to a person', async () => {
  const progress: unknown[] = []
  await server.call('talk', {}, { onProgress: (report) => progress.push(report) })
  expectVisible(progress)
  expectVisible(notifications)
  expectVisible(asked)
  expect([progress.length, notifications.length, asked.length]).toEqual([1, 2, 2])
})

it('is in no diagnostic', async () => {
  await server.call('noise', {})
  expectVisible(diagnostics)
})

it('is in no last word of a server that dies', async () => {
  const mortal = await connectMcpServer(hider)
  expectVisible(await rejection(mortal.call('die', {})))
})
