import { expect, it } from 'vitest'
import { readRedirect } from './auth-redirect.ts'

const expected = { state: 's1', issuer: 'https://login.example' }
const BACK = 'http://localhost/callback'

it('gives the code, and who granted it where that says so', () => {
  expect(readRedirect(`${BACK}?code=c1&state=s1`, expected)).toEqual({ authorizationCode: 'c1' })
  const iss = 'https://login.example'
  const back = new URL(`${BACK}?code=c1&state=s1&iss=${encodeURIComponent(iss)}`)
  expect(readRedirect(back, expected)).toEqual({ authorizationCode: 'c1', iss })
})

it.each([
  [undefined, /gave back no URL/],
  ['c1', /gave back no URL/],
  [`${BACK}?code=c1`, /no answer to our question/],
  [`${BACK}?code=c1&state=s2`, /no answer to our question/],
  [`${BACK}?code=c1&state=s1&iss=https://evil.example`, /is from "https:\/\/evil\.example"/],
  [`${BACK}?error=access_denied&state=s1`, /not granted \("access_denied"\)/],
  [`${BACK}?state=s1`, /no code/],
  [`${BACK}?state=s1&code=`, /no code/],
])('refuses %j', (back, reason) => {
  expect(() => readRedirect(back, expected)).toThrow(reason)
})
