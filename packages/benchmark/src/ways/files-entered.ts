import { Session } from 'node:inspector/promises'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Our code, whether it runs from its source or from what the build made of it. */
const OURS = /(packages\/[a-z-]+)\/(?:src|dist)\/(.+)\.[jt]s$/

/** This package, and the one that an application has only when it installs it itself. */
const NOT_COUNTED = /^packages\/(?:benchmark|languages)\//

/** What vitest makes of an export: a function that reading a constant of another module calls. */
const EXPORT_GETTER = /^\(\) => \{ try \{ return /

/**
 * The files of `packages/` in which at least one function ran during `action`, such as `packages/index/src/pages.ts`,
 * ordered by path, by precise coverage of V8.
 * Code that runs while a module is loaded is not counted, so run the action once before it is traced.
 */
export async function filesEntered(action: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Debugger.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    // Resets the counters.
    await session.post('Profiler.takePreciseCoverage')
    await action()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const entered = new Set<string>()
    for (const script of result) {
      const path = sourcePath(script.url)
      if (path === undefined || NOT_COUNTED.test(path)) continue
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId: script.scriptId })
      const ran = script.functions.some(({ functionName, ranges: [range] }) => {
        if (range === undefined || range.count === 0) return false
        const isModule = range.startOffset === 0 && functionName === ''
        return !isModule && !EXPORT_GETTER.test(scriptSource.slice(range.startOffset, range.endOffset))
      })
      if (ran) entered.add(path)
    }
    return [...entered].sort()
  } finally {
    session.disconnect()
  }
}

function sourcePath(url: string): string | undefined {
  const file = url.startsWith('file:') ? fileURLToPath(url) : url
  const [, folder, name] = OURS.exec(file.split(sep).join('/')) ?? []
  return folder === undefined || name === undefined ? undefined : `${folder}/src/${name}.ts`
}
