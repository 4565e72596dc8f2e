// Runs when a package that has a page is built, in its folder: script and style of the page become one file, which is
// all that is served. Written beside and renamed, since tests that run side by side each make it.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rolldown } from 'rolldown'

const bundle = await rolldown({ input: 'src/page/main.ts', platform: 'browser' })
const { output } = await bundle.generate({ format: 'iife', minify: true })
await bundle.close()

const script = output[0].code.trim().replaceAll('</script', '<\\/script')
const style = readFileSync('src/page/page.css', 'utf8')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/\s*\n\s*/g, '\n')
  .trim()
const html = readFileSync('src/page/page.html', 'utf8')
  .replace('<!-- style -->', () => `<style>${style}</style>`)
  .replace('<!-- script -->', () => `<script type="module">${script}</script>`)

mkdirSync('dist', { recursive: true })
const draft = `dist/page-${process.pid}.html`
writeFileSync(draft, html)
renameSync(draft, 'dist/page.html')
