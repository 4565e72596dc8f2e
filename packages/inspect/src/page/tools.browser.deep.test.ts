import { describe, expect, it } from 'vitest'
import { BROWSER, HAS_BROWSER, useBrowser } from '../fixtures/browser.ts'
import { manyTools, openGateway, openInspected, TOOLS } from '../fixtures/inspected.ts'

describe.skipIf(!HAS_BROWSER)(`the page, ${BROWSER}`, () => {
  const open = useBrowser()

  it('takes the token out of the address, and keeps it for its tab', async () => {
    const { url, token } = await openInspected({ gateway: openGateway(), token: 'a-%41#long=token&%-x' })
    const page = await open(url)
    await page.getByText('The catalog is empty').waitFor()
    expect(page.url()).not.toContain(token)

    await page.reload()
    await page.getByText('The catalog is empty').waitFor()
    expect(await page.context().cookies()).toEqual([])
  })

  it('says what to do without the token, or with another', async () => {
    const { origin } = await openInspected({ gateway: openGateway() })
    for (const hash of ['', '#token=wrong-wrong-wrong-wrong']) {
      const page = await open(`${origin}/${hash}`)
      await page.getByText('This page needs its token').waitFor()
    }
  })

  it('finds, explains and describes', async () => {
    const gateway = openGateway()
    await gateway.register(TOOLS, { namespace: 'github' })
    const page = await open((await openInspected({ gateway })).url)
    await page.getByRole('option').nth(2).waitFor()
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('create an issue')
    await page.getByText('Strong match').waitFor()
    const first = page.getByRole('option').first()
    expect(await first.textContent()).toContain('create_issue')
    await first.click()

    await page.getByRole('heading', { name: 'create_issue' }).waitFor()
    await page.getByRole('heading', { name: 'Why it is number 1' }).waitFor()
    const wanted = await gateway.search('create an issue', { explain: true })
    const label = wanted.hits[0]?.explanation?.label ?? ''
    expect(await page.locator('.tree-label').first().textContent()).toBe(label)

    for (const [name, text] of [
      ['Summary', 'Create a new issue in a repository'],
      ['Schema', 'owner/name'],
      ['Full', 'It broke'],
      ['Definition', '"inputSchema"'],
    ] as const) {
      const tab = page.getByRole('tab', { name })
      await tab.click()
      expect(await page.getByRole('tabpanel', { name }).textContent()).toContain(text)
      expect(await tab.textContent()).toMatch(/[\d,]+ tokens/)
    }
  })

  it('shows the words that were looked for, narrows the list, and gives an id away', async () => {
    const gateway = openGateway()
    await gateway.register(TOOLS, { namespace: 'github' })
    const page = await open((await openInspected({ gateway })).url, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('option').nth(2).waitFor()
    const total = await page.getByRole('option').count()
    const choice = page.getByRole('button', { name: 'Read-only' })
    await choice.click()
    await page.waitForFunction((all) => document.querySelectorAll('[role=option]').length < all, total)
    expect(await choice.getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    expect(await choice.getAttribute('aria-pressed')).toBe('true')
    await choice.click()
    await page.getByRole('button', { name: 'Most tokens first' }).click()
    await page.waitForFunction(() => location.hash.includes('sort=tokens'))

    await page.getByRole('searchbox').fill('create an issue')
    await page.getByText('Strong match').waitFor()
    const first = page.getByRole('option').first()
    expect(await first.locator('.row-name mark').allTextContents()).toEqual(['create', 'issue'])
    await first.click()
    await page.getByText('Name has create and issue').waitFor()
    await page.getByRole('button', { name: 'Copy id' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('github:create_issue')
  })

  it('is where it was after a reload and a step back', async () => {
    const gateway = openGateway()
    await gateway.register(TOOLS, { namespace: 'github' })
    const page = await open((await openInspected({ gateway })).url)
    await page.getByRole('searchbox').fill('read a file')
    await page.getByRole('option', { name: 'read_file' }).click()
    await page.getByRole('heading', { name: 'read_file' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'read_file' }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('read a file')

    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.getByText('Every definition').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'read_file' }).waitFor()
  })

  it('shows markup in foreign texts as text, and runs none of it', async () => {
    const hostile =
      '<script>alert(1)</script><img src=x onerror=alert(2)> {{7*7}} </pre><svg onload=alert(3)>'
    const gateway = openGateway()
    await gateway.register([
      {
        name: '<b>bold</b>',
        title: hostile,
        description: hostile,
        tags: ['<i>tag</i>'],
        inputSchema: { type: 'object', properties: { '<u>p</u>': { type: 'string', description: hostile } } },
        execute: () => 1,
      },
    ])
    gateway.addServer({ name: '<b>server</b>', transport: 'http', url: 'http://127.0.0.1:9/mcp' })
    gateway.start()
    await gateway.settled({ timeoutMs: 20_000 })
    const page = await open((await openInspected({ gateway })).url)
    await page.getByRole('searchbox').fill('bold <img src=x onerror=alert(4)>')
    await page.getByRole('option').first().click()
    await page.getByRole('heading', { name: hostile }).waitFor()
    for (const name of ['Summary', 'Schema', 'Full', 'Definition']) {
      await page.getByRole('tab', { name }).click()
      expect(await page.getByRole('tabpanel').textContent()).toContain('onerror=alert(2)')
    }
    for (const name of ['Servers', 'Tokens', 'Findings', 'Activity']) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { name, exact: true }).waitFor()
    }
    expect(await page.locator('img, b, i, u, script:not([type=module]), svg[onload]').count()).toBe(0)
    // And if it were markup, the browser would refuse to read it as such.
    const refused = await page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML('beforeend', '<b>x</b>')
        return false
      } catch {
        return true
      }
    })
    expect(refused).toBe(true)
  })

  it('holds few rows of 10,000 tools, wherever one is', async () => {
    const gateway = openGateway()
    await gateway.register(manyTools(10_000))
    const page = await open((await openInspected({ gateway })).url)
    await page.getByText('10,000 tools').waitFor()
    const count = (): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length)
    const list = page.getByRole('listbox', { name: 'Tools' })
    await page.getByRole('option').first().waitFor()
    expect(await count()).toBeLessThan(1_000)

    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight / 2))
    const ids = gateway.list().map(({ id }) => id)
    await page.locator('.row[aria-posinset="5001"] .row-name').waitFor()
    expect(await page.locator('.row[aria-posinset="5001"] .row-name').textContent()).toBe(
      ids[5_000]?.split(':')[1],
    )
    await list.focus()
    await page.keyboard.press('End')
    await page.locator('.row[aria-posinset="10000"][aria-selected="true"]').waitFor()
    expect(await count()).toBeLessThan(1_000)

    await page.getByRole('searchbox').pressSequentially('archive the invoice of a customer')
    await page.getByText('50 hits', { exact: true }).waitFor()
    expect(await count()).toBeLessThan(1_500)
    for (const name of ['Tokens', 'Activity']) {
      await page.getByRole('link', { name, exact: true }).click()
      expect(await count()).toBeLessThan(3_000)
    }
  }, 180_000)
})
