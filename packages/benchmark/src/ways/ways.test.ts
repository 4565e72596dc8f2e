import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { MAX_FILES, traceWays, type Way } from './trace-ways.ts'
import { MAP_PAGE, writeMap } from './ways-map.ts'

let ways: readonly Way[]

beforeAll(async () => {
  ways = await traceWays()
})

test('the map of the ways is the one the code goes; npm run ways -- --write rewrites it', async () => {
  const page = await readFile(fileURLToPath(new URL(`../../../../${MAP_PAGE}`, import.meta.url)), 'utf8')
  expect(page).toBe(writeMap(page, ways))
})

test('no way enters more files than it may', () => {
  const tooLong = ways.filter(({ name, files }) => files.length > MAX_FILES[name])
  expect(tooLong.map(({ name, files }) => `${name}: ${files.length}`)).toEqual([])
})
