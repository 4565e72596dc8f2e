import { expect, it } from 'vitest'
import type { Fetch } from '../transport/http-gate.ts'
import { Authorizer, type AuthState } from './authorizer.ts'

const URL_OF_IT = 'https://mcp.example/'

/** A server that takes one token at a time, and a desk that gives out the next one when it may. */
function setUp({ wants = () => false }: { readonly wants?: (url: string) => boolean } = {}) {
  const state = { good: 'T0', renewals: 0, gate: Promise.resolve(), saved: () => {} }
  let kept: AuthState = { tokens: { access_token: 'T0', refresh_token: 'R', issuer: 'i' } }
  const fetch: Fetch = async (url, init) => {
    const isGood = new Headers(init?.headers).get('authorization') === `Bearer ${state.good}`
    if (isGood && !wants(String(url))) return new Response('ok')
    const challenge = isGood ? 'Bearer error="insufficient_scope", scope="more"' : 'Bearer'
    return new Response('', { status: isGood ? 403 : 401, headers: { 'www-authenticate': challenge } })
  }
  const authorizer = new Authorizer({
    config: { name: 's', transport: 'http', url: URL_OF_IT } as never,
    provider: {
      load: async () => ({ ...kept }),
      save: async (saved: unknown) => {
        kept = saved as AuthState
        state.saved()
      },
      grant: 'client_credentials',
    } as never,
    fetch,
    flow: async () => {
      await state.gate
      state.renewals += 1
      state.good = `T${state.renewals}`
      return { tokens: { access_token: state.good, refresh_token: 'R', issuer: 'i' } }
    },
  })
  return { state, ask: async (init = {}, url = URL_OF_IT) => (await authorizer.fetch(url, init)).status }
}

it('renews again after whoever began the last renewal left before it helped', async () => {
  const { state, ask } = setUp()
  expect(await ask()).toBe(200)
  let open = (): void => {}
  state.gate = new Promise((resolve) => {
    open = resolve
  })
  state.good = 'another'
  const leaving = new AbortController()
  const left = ask({ signal: leaving.signal })
  leaving.abort()
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  const saved = new Promise<void>((resolve) => {
    state.saved = resolve
  })
  open()
  await saved
  expect(await ask()).toBe(200)
  const { renewals } = state
  state.good = 'one more'
  expect(await ask()).toBe(200)
  expect(state.renewals).toBe(renewals + 1)
})

it('asks once for what was not granted, whatever else is done with the token', async () => {
  const more = `${URL_OF_IT}more`
  const { state, ask } = setUp({ wants: (url) => url === more })
  for (const _ of [1, 2, 3]) {
    await expect(ask({}, more)).rejects.toMatchObject({ code: 'MCP_AUTH_REQUIRED' })
    expect(await ask()).toBe(200)
  }
  expect(state.renewals).toBe(1)
})
