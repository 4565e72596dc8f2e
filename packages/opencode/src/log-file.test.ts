import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { homePlaces } from './fixtures/host.ts'
import { createLogFile } from './log-file.ts'

const now = (): Date => new Date(0)

describe('a log', () => {
  it('has a line for each message, for the user alone', async () => {
    const { home } = await homePlaces()
    const path = join(home, 'deep', 'down', 'toolbox.log')
    const log = createLogFile(path, undefined, now)
    log.write('INFO', 'one')
    log.write('WARN', 'two\nlines \u202e', { reason: 'a\nb' })
    await log.flushed()
    expect(await readFile(path, 'utf8')).toBe(
      '1970-01-01T00:00:00.000Z [INFO] one\n1970-01-01T00:00:00.000Z [WARN] two lines \\u{202e} {"reason":"a\\nb"}\n',
    )
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('never grows beyond its bounds', async () => {
    const { home } = await homePlaces()
    const path = join(home, 'logs', 'toolbox.log')
    const log = createLogFile(path, { maxBytes: 1_000, maxFiles: 3 }, now)
    for (let i = 0; i < 200; i += 1) log.write('INFO', `message ${i}`)
    await log.flushed()
    const files = await readdir(join(home, 'logs'))
    expect(files.sort()).toEqual(['toolbox.log', 'toolbox.log.1', 'toolbox.log.2'])
    for (const file of files) expect((await stat(join(home, 'logs', file))).size).toBeLessThanOrEqual(1_000)
    expect(await readFile(path, 'utf8')).toContain('message 199\n')
    expect(await readFile(`${path}.1`, 'utf8')).not.toContain('message 199\n')
  })

  it('goes on in a file that is there, which others may not read any more', async () => {
    const { home } = await homePlaces()
    const path = join(home, 'toolbox.log')
    await writeFile(path, 'before\n', { mode: 0o644 })
    const log = createLogFile(path, { maxBytes: 50, maxFiles: 2 }, now)
    log.write('INFO', 'x')
    log.write('INFO', 'y')
    await log.flushed()
    expect(await readFile(`${path}.1`, 'utf8')).toMatch(/^before\n.*x\n$/)
    expect((await stat(`${path}.1`)).mode & 0o777).toBe(0o600)
  })

  it('loses what cannot be written, and harms nobody', async () => {
    const { home } = await homePlaces()
    await writeFile(join(home, 'file'), '')
    const log = createLogFile(join(home, 'file', 'toolbox.log'), undefined, now)
    log.write('INFO', 'x')
    await expect(log.flushed()).resolves.toBeUndefined()
  })
})
