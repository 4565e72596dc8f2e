// What Node, Bun and Deno have and browsers and edge runtimes have not, and what stands in for it there. Nothing of Node
// is imported, so that a bundler for either has nothing to resolve.

/** Modules of Node that are used where they are there. */
interface NodeModules {
  readonly 'node:async_hooks': typeof import('node:async_hooks')
  readonly 'node:crypto': typeof import('node:crypto')
  readonly 'node:fs': typeof import('node:fs')
}

/** A module of Node; `undefined` where there is none, as in a browser. */
export function nodeModule<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined {
  return globalThis.process?.getBuiltinModule?.(name)
}

/** Reports what no caller waits for: by a process warning, on the console where there is no process. */
export function warn(warning: string | Error, code: string): void {
  const { process } = globalThis
  if (process?.emitWarning === undefined) console.warn(`ToolscoutWarning [${code}]:`, warning)
  else process.emitWarning(warning, { type: 'ToolscoutWarning', code })
}

/** Resolves when everything else that is due has run once: events, timers, answers of the network. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (globalThis.setImmediate === undefined) setTimeout(resolve, 0)
    else setImmediate(resolve)
  })
}

/** Bytes of a text as UTF-8. */
export function utf8Length(text: string): number {
  return globalThis.Buffer?.byteLength(text) ?? new TextEncoder().encode(text).length
}

const random = new Uint8Array(4_096)
let unused = 0

/** At most 4,096 random bytes in hexadecimal, for names that cannot be guessed. None is given twice. */
export function randomHex(bytes: number): string {
  // Asking the platform costs the same for a few and for many.
  if (bytes > unused) unused = crypto.getRandomValues(random).length
  const given = random.subarray(unused - bytes, unused)
  unused -= bytes
  return Array.from(given, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
