// Messages of a server that wants to break its client. Each is JSON-RPC first, then damaged in one to three ways: its id, its
// members, its nesting, its size, and its bytes. The same seed and number give the same message.

/** The same numbers each time, from 0 up to 1 (Marsaglia, "Xorshift RNGs", 2003). */
export function createRandom(seed, at) {
  let state = (seed * 0x9e37_79b1 + at * 0x85eb_ca6b + 1) | 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  for (let i = 0; i < 8; i += 1) next()
  const pick = (list) => list[Math.floor(next() * list.length)]
  return { next, pick, upTo: (most) => Math.floor(next() * (most + 1)), chance: (share) => next() < share }
}

/** JSON text that stands for itself, where a value cannot say it: nested beyond any stack, members twice. */
class Raw {
  constructor(text) {
    this.text = text
  }
}

/** Spells a value; unlike JSON.stringify it knows {@link Raw}. */
function spell(value) {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(spell).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${spell(item)}`)
    .join(',')}}`
}

const nested = (levels, isObject) =>
  new Raw(
    isObject
      ? `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
      : `${'['.repeat(levels)}${']'.repeat(levels)}`,
  )

const METHODS = [
  'ping',
  'roots/list',
  'sampling/createMessage',
  'elicitation/create',
  'tools/call',
  'initialize',
  '',
  '__proto__',
  'notifications/message',
  'notifications/progress',
  'notifications/cancelled',
  'notifications/tools/list_changed',
  'notifications/resources/updated',
  'notifications/elicitation/complete',
  'notifications/initialized',
  'notifications/unknown',
]

function drawId({ pick, upTo }, callId) {
  return pick([
    () => callId,
    () => callId + 1,
    () => callId - 1,
    () => String(callId),
    () => upTo(100),
    () => -upTo(9),
    () => callId + 0.5,
    () => new Raw('1e999'),
    () => new Raw('123456789012345678901234567890'),
    () => null,
    () => true,
    () => 'x'.repeat(upTo(100_000)),
    () => '__proto__',
    () => [callId],
    () => ({ id: callId }),
    () => nested(pick([3, 65, 5_000, 50_000]), upTo(1) === 1),
  ])()
}

function drawValue({ pick, upTo }) {
  return pick([
    () => null,
    () => upTo(1) === 1,
    () => new Raw(pick(['0', '-0', '1e308', '1e999', '-1e-999', '9007199254740993', '0.1'])),
    () => '',
    () => '\u0000\u0007\u001b[2J\u202e\u200b\ufeff',
    () => new Raw('"\\ud800\\udfff\\udc00"'),
    () => 'ä😀'.repeat(upTo(10_000)),
    () => [],
    () => ({}),
    () => nested(pick([10, 64, 65, 129, 5_000, 100_000]), upTo(1) === 1),
    () => Array.from({ length: upTo(2_000) }, () => pick([0, '', null, [], {}])),
    () => Object.fromEntries(Array.from({ length: upTo(2_000) }, (_, i) => [`m${i}`, i])),
    () => new Raw('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    () => new Raw('{"a":1,"a":{"a":[]},"toJSON":"x","then":"x","length":-1}'),
  ])()
}

/** Megabytes, up to just below what one message may have. */
function drawHuge({ pick, upTo }) {
  const bytes = 1_000_000 + upTo(8_000_000)
  const filled = (piece) => piece.repeat(Math.floor(bytes / piece.length))
  return pick([
    () => filled('x'),
    () => new Raw(`"${filled('\\u0000')}"`),
    () => new Raw(`"${filled('\\"')}"`),
    () => filled('😀'),
    () => new Raw(`[${filled('[],')}0]`),
    () => new Raw(`[${filled('{},')}0]`),
    () => new Raw(`[${filled('0,')}0]`),
    () => new Raw(`[${filled('"",')}0]`),
    () => new Raw(`[${filled('{"a":{"b":[1]}},')}0]`),
    () => new Raw(`{${filled('"a":1,')}"b":1}`),
    () => Object.fromEntries(Array.from({ length: Math.floor(bytes / 12) }, (_, i) => [`m${i}`, i])),
    () => nested(Math.floor(bytes / 2), false),
    () => nested(Math.floor(bytes / 6), true),
    () => new Raw(filled('9')),
  ])()
}

function drawMessage(random, callId) {
  const { pick, upTo } = random
  const jsonrpc = '2.0'
  return pick([
    () => ({ jsonrpc, id: drawId(random, callId), result: drawValue(random) }),
    () => ({ jsonrpc, id: drawId(random, callId), result: { content: drawValue(random) } }),
    () => ({
      jsonrpc,
      id: drawId(random, callId),
      error: { code: -32_000 - upTo(700), message: 'no', data: drawValue(random) },
    }),
    () => ({ jsonrpc, id: drawId(random, callId), error: drawValue(random) }),
    () => ({ jsonrpc, id: drawId(random, callId), method: pick(METHODS), params: drawValue(random) }),
    () => ({ jsonrpc, id: drawId(random, callId), method: drawValue(random) }),
    () => ({ jsonrpc, method: pick(METHODS), params: drawValue(random) }),
    () => ({ jsonrpc, method: pick(METHODS), params: { _meta: drawValue(random), data: drawValue(random) } }),
    () => ({
      jsonrpc,
      method: 'notifications/progress',
      params: {
        progressToken: drawId(random, callId),
        progress: drawValue(random),
        message: drawValue(random),
      },
    }),
    () => ({
      jsonrpc,
      method: 'notifications/cancelled',
      params: { requestId: drawId(random, callId), reason: drawValue(random) },
    }),
    () => ({ jsonrpc, a: drawValue(random) }),
    () => drawValue(random),
  ])()
}

const MEMBERS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error', '_meta', 'extra']

function damage(message, random, callId) {
  if (typeof message !== 'object' || message === null || Array.isArray(message) || message instanceof Raw)
    return message
  const { pick } = random
  const member = pick(MEMBERS)
  return pick([
    () => Object.fromEntries(Object.entries(message).filter(([name]) => name !== member)),
    () => ({ ...message, [member]: drawValue(random) }),
    () => ({ ...message, id: drawId(random, callId) }),
    () => ({ ...message, jsonrpc: pick(['1.0', 2, null, '2.0 ']) }),
    () => ({ ...message, result: {}, error: { code: 1, message: '' }, method: 'ping' }),
    () => message,
  ])()
}

/** What is done to the bytes. A newline in them would be two messages, so they keep to one line. */
function damageBytes(bytes, { pick, upTo }) {
  const place = upTo(bytes.length)
  const noise = Buffer.from(Array.from({ length: 1 + upTo(20) }, () => (upTo(244) + 11) % 256))
  return pick([
    () => bytes.subarray(0, place),
    () => bytes.subarray(place),
    () => Buffer.concat([bytes.subarray(0, place), noise, bytes.subarray(place)]),
    () => Buffer.concat([Buffer.from('\ufeff'), bytes]),
    () =>
      Buffer.from(bytes.toString('utf8').slice(0, 100_000), 'utf16le').map((byte) =>
        byte === 10 ? 32 : byte,
      ),
    () => Buffer.concat([Buffer.from([0xff, 0xfe, 0xc3, 0x28]), bytes]),
    () => Buffer.concat([bytes, Buffer.from('\r')]),
    () => Buffer.concat([bytes, bytes]),
  ])()
}

/** Some messages of fifty in one; each of them is drawn once. */
function drawBatch(seed, { pick, upTo }, callId) {
  const drawn = new Map()
  return Array.from({ length: pick([0, 1, 2, 100, 1_000]) }, () => {
    const at = upTo(50)
    const before = drawn.get(at)
    if (before !== undefined) return before
    const message = new Raw(spell(drawMessage(createRandom(seed, at), callId)))
    drawn.set(at, message)
    return message
  })
}

/** The message of this number, as bytes without a newline. `callId` is that of the request it comes before. */
export function drawBytes(seed, at, callId) {
  const random = createRandom(seed, at)
  const { pick, upTo, chance } = random
  let message = drawMessage(random, callId)
  for (let i = upTo(2); i > 0; i -= 1) message = damage(message, random, callId)
  if (chance(0.01))
    message = { ...Object(message), [pick(['result', 'params', 'error', 'a'])]: drawHuge(random) }
  if (chance(0.06)) message = drawBatch(seed, random, callId)
  const bytes = Buffer.from(spell(message))
  return chance(0.15) ? damageBytes(bytes, random) : bytes
}
