import { existsSync } from 'node:fs'
import type { Gateway } from '@toolscout/gateway'
import { openInspector } from '@toolscout/inspect'
import { chromium } from 'playwright-core'

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
/** As fast as somebody types who types well. */
const KEY_MS = 90
/** From where on browsers call a task long. */
const LONG_TASK_MS = 50

/** How the page behaved while somebody typed and scrolled. */
export interface PageMeasures {
  readonly keys: number
  /** Tasks of the page that took 50 ms and more. */
  readonly longTasks: number
  readonly longestTaskMs: number
  /** From each key to the next picture, as far as it took 16 ms and more. */
  readonly keysToPaintMs: readonly number[]
  /** From the last key of each query to its hits. */
  readonly hitsMs: readonly number[]
  /** Most elements that stood in the page. */
  readonly elements: number
  /** Processor time of the page's thread for all keys and what they led to. */
  readonly typingCpuMs: number
  /** Processor time of the process that serves, meanwhile. */
  readonly serverCpuMs: number
}

const WATCH = `
  window.__seen = { tasks: [], keys: [] }
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.__seen.tasks.push(duration) })
    .observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.__seen.keys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })
`

/** Types each query into an empty field, then scrolls through the whole catalog. */
export async function measurePage(gateway: Gateway, queries: readonly string[]): Promise<PageMeasures> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place))
  if (executablePath === undefined)
    throw new TypeError('There is no Chromium; CHROMIUM_PATH says where one is.')
  const inspector = await openInspector({ gateway })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1_400, height: 900 } })
    await page.goto(inspector.url)
    await page.locator('.row').first().waitFor()
    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.locator('.fine:not(:has-text("so far"))').waitFor({ timeout: 120_000 })
    await page.getByRole('link', { name: 'Tools', exact: true }).click()
    await page.evaluate(WATCH)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const taskMs = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
    }
    const cpu = process.cpuUsage()
    const before = await taskMs()
    const hitsMs: number[] = []
    let elements = 0
    const count = async (): Promise<void> => {
      elements = Math.max(elements, await page.evaluate<number>(`document.querySelectorAll('*').length`))
    }
    for (const query of queries) {
      await page.locator('#search').fill('')
      await page.locator('.status-line', { hasText: 'tools' }).waitFor()
      await page.keyboard.type(query, { delay: KEY_MS })
      const begun = performance.now()
      const asked = `q=${new URLSearchParams({ q: query }).toString().slice(2)}`
      await page.waitForFunction(`location.hash.includes(${JSON.stringify(asked)})`)
      await page.locator('.status-line', { hasText: /hits?/ }).waitFor()
      hitsMs.push(performance.now() - begun)
      await count()
    }
    const typingCpuMs = (await taskMs()) - before
    await page.locator('#search').fill('')
    for (let share = 0; share <= 1; share += 0.02) {
      await page.evaluate(
        `(() => { const list = document.querySelector('.list'); list.scrollTo(0, list.scrollHeight * ${share}) })()`,
      )
      await page.locator('.row-name').first().waitFor()
      await count()
    }
    const { user, system } = process.cpuUsage(cpu)
    const seen = await page.evaluate<{ readonly tasks: number[]; readonly keys: number[] }>('window.__seen')
    return {
      keys: queries.join('').length,
      longTasks: seen.tasks.filter((ms) => ms >= LONG_TASK_MS).length,
      longestTaskMs: Math.max(0, ...seen.tasks),
      keysToPaintMs: seen.keys,
      hitsMs,
      elements,
      typingCpuMs,
      serverCpuMs: (user + system) / 1_000,
    }
  } finally {
    await browser.close()
    await inspector.close()
  }
}
