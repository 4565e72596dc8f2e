import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CLIENT_INFO } from './client-service.ts'

it('introduces this package with its version', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(CLIENT_INFO).toEqual({ name: 'toolscout', version: manifest.version })
})
