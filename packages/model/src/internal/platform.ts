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

let digestOf: ((text: string) => string) | undefined

/** SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, as 64 lower-case hexadecimal digits. */
export function sha256(text: string): string {
  digestOf ??= platformSha256() ?? plainSha256
  return digestOf(text)
}

/** The one of Node; that of browsers does not answer at once. */
function platformSha256(): typeof digestOf {
  const hash = nodeModule('node:crypto')?.hash
  return hash && ((text) => hash('sha256', text, 'hex'))
}

/** {@link sha256} in plain TypeScript: microseconds a block. */
export function plainSha256(text: string): string {
  known ??= constants()
  const { initial, rounds } = known
  const hash = Uint32Array.from(initial)
  const message = padded(new TextEncoder().encode(text))
  const words = new Uint32Array(rounds.length)
  for (let start = 0; start < message.byteLength; start += BLOCK_BYTES) {
    for (let i = 0; i < words.length; i += 1)
      words[i] = i < 16 ? message.getUint32(start + 4 * i) : scheduled(words, i)
    compress(hash, words, rounds)
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
}

const BLOCK_BYTES = 64
/** The one behind a message, and its length in bits. */
const END_BYTES = 9

/** The message, a one, zeros up to whole blocks, and the length of the message (section 5.1.1). */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(BLOCK_BYTES * Math.ceil((message.length + END_BYTES) / BLOCK_BYTES))
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setBigUint64(bytes.length - 8, 8n * BigInt(message.length))
  return view
}

/** A word of the message schedule (section 6.2.2, step 1). */
function scheduled(words: Uint32Array, i: number): number {
  const [early = 0, late = 0] = [words[i - 15], words[i - 2]]
  const sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
  const sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
  return (words[i - 16] as number) + sigma0 + (words[i - 7] as number) + sigma1
}

/** Takes a block into the hash (section 6.2.2, steps 2 to 4). */
function compress(hash: Uint32Array, words: Uint32Array, rounds: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let i = 0; i < words.length; i += 1) {
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const one = h + sum1 + ((e & f) ^ (~e & g)) + (rounds[i] as number) + (words[i] as number)
    const two = sum0 + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i] as number) + word
}

let known: ReturnType<typeof constants> | undefined

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The first 32 bits behind the point of the roots of the first primes (sections 4.2.2 and 5.3.3). */
function constants(): { readonly initial: Uint32Array; readonly rounds: Uint32Array } {
  const primes: number[] = []
  for (let next = 2; primes.length < 64; next += 1)
    if (primes.every((prime) => next % prime !== 0)) primes.push(next)
  const bitsOf = (root: number): number => Math.floor((root % 1) * 2 ** 32)
  return {
    initial: Uint32Array.from(primes.slice(0, 8), (prime) => bitsOf(Math.sqrt(prime))),
    rounds: Uint32Array.from(primes, (prime) => bitsOf(Math.cbrt(prime))),
  }
}
