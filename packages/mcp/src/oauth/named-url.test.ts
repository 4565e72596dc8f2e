import { expect, it } from 'vitest'
import { createNamedUrlGuard, type Lookup } from './named-url.ts'

/** A name server of our own, so that no test asks a real one. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'intranet.example': ['10.1.2.3'],
  'rebind.example': ['93.184.216.34', '127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
}
const find: Lookup = async (name) => NAMES[name] ?? []

async function refusal(server: string, url: string): Promise<string | undefined> {
  return createNamedUrlGuard(new URL(server), find)(new URL(url))
}

const PUBLIC = 'https://public.example/mcp'
const LOCAL = 'http://127.0.0.1:3000/mcp'

it.each([
  'https://public.example/authorize',
  'https://login.example/',
  'https://93.184.216.34/',
  'https://[2606:2800:220:1::1]/',
])('a public server may name %s', async (url) => {
  expect(await refusal(PUBLIC, url)).toBeUndefined()
})

it.each([
  // Schemes
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'ftp://public.example/',
  'ws://public.example/',
  'http://public.example/',
  'ms-msdt:/id',
  'vscode://x',
  '$(calc.exe)://x'.replace(/[^a-z:/]/g, ''),
  // Credentials
  'https://user@login.example/',
  'https://user:pass@login.example/',
  'https://public.example@127.0.0.1/',
  // This machine, as many ways as there are
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://127.255.255.254/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://127.0.0.1.nip.example/',
  'https://rebind.example/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://loc%61lhost/',
  // Private networks
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://198.18.0.1/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://intranet.example/',
  'https://167772161/',
])('a public server may not name %s', async (url) => {
  expect(await refusal(PUBLIC, url)).toEqual(expect.any(String))
})

it.each([
  'http://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://[::ffff:169.254.169.254]/',
  'https://metadata.google.internal/',
  'https://metadata/',
  'https://metadata.example/',
  'https://100.100.100.200/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://192.0.0.192/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[2002:7f00:1::]/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
])('nobody may name %s', async (url) => {
  for (const server of [PUBLIC, 'https://10.0.0.5/mcp', LOCAL]) {
    expect(await refusal(server, url)).toBe('nothing of ours is at that address')
  }
})

it('a server on this machine may name others on it, without encryption too', async () => {
  for (const url of [
    'http://127.0.0.1:9000/',
    'http://localhost:9000/',
    'http://[::1]:9000/',
    'https://10.0.0.1/',
  ]) {
    expect(await refusal(LOCAL, url)).toBeUndefined()
  }
  expect(await refusal(LOCAL, 'http://public.example/')).toBe('it is not https')
})

it('a server in a private network may name others in it, encrypted, and not this machine', async () => {
  expect(await refusal('https://intranet.example/mcp', 'https://192.168.7.7/')).toBeUndefined()
  expect(await refusal('https://intranet.example/mcp', 'http://192.168.7.7/')).toBe('it is not https')
  expect(await refusal('https://intranet.example/mcp', 'https://127.0.0.1/')).toBe(
    'it leads to a loopback address',
  )
})

it('may always name its own origin, which the configuration trusts', async () => {
  expect(
    await refusal('http://intranet.example:8080/mcp', 'http://intranet.example:8080/token'),
  ).toBeUndefined()
  expect(await refusal('http://intranet.example:8080/mcp', 'http://intranet.example:9090/token')).toBe(
    'it is not https',
  )
})

it('does not look up the server for addresses that are refused anyway', async () => {
  const asked: string[] = []
  const guard = createNamedUrlGuard(new URL(PUBLIC), async (name) => {
    asked.push(name)
    return ['93.184.216.34']
  })
  await guard(new URL('https://169.254.169.254/'))
  await guard(new URL('https://a.example/'))
  await guard(new URL('https://b.example/'))
  expect(asked.filter((name) => name === 'a.example')).toHaveLength(1)
})
