import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BROWSER, HAS_BROWSER, useBrowser } from '../fixtures/browser.ts'
import { openGateway, openInspected, TOOLS } from '../fixtures/inspected.ts'

describe.skipIf(!HAS_BROWSER)(`what agents asked, ${BROWSER}`, () => {
  const open = useBrowser()

  it('appears as it happens, and becomes a judged question', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolscout-questions-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const questionsFile = join(folder, 'questions.jsonl')
    const gateway = openGateway()
    await gateway.register(TOOLS)
    const page = await open((await openInspected({ gateway, questionsFile })).url)
    await page.getByRole('link', { name: 'Searches', exact: true }).click()
    await page.getByText('No agent has searched yet').waitFor()
    await gateway.search('list the issues <img src=x onerror=alert(1)>')
    await gateway.call('list_issues', {})
    const row = page.getByRole('listitem').filter({ hasText: '<img src=x onerror=alert(1)>' })
    await row.getByText('ok', { exact: true }).waitFor()
    await gateway.search('zebra quantum soup')
    await page.getByRole('button', { name: /^No call/ }).click()
    await row.waitFor({ state: 'detached' })
    const other = page.getByRole('listitem').filter({ hasText: 'zebra quantum soup' })
    await other.getByText('No tool was called.').waitFor()
    await other.getByLabel('Right tool for').selectOption('no tool fits')
    await other.getByRole('button', { name: 'Add to questions.jsonl' }).click()
    await other.getByText('Added').waitFor()
    await page.getByRole('button', { name: /^All/ }).click()
    await row.getByRole('button', { name: 'Add to questions.jsonl' }).click()
    await row.getByText('Added').waitFor()
    expect((await readFile(questionsFile, 'utf8')).split('\n')).toEqual([
      '{"query":"zebra quantum soup","tools":[]}',
      JSON.stringify({ query: 'list the issues <img src=x onerror=alert(1)>', tools: ['list_issues'] }),
      '',
    ])
    await row.getByRole('button', { name: 'Search for this' }).click()
    await page.getByRole('option', { name: 'list_issues' }).waitFor()
  })
})
