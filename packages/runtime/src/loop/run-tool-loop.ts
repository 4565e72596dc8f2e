import { ToolscoutError } from '@toolscout/model'
import {
  canonicalJson,
  checkOptions,
  copyJson,
  isJsonObject,
  type OptionKind,
  quote,
  raceSignal,
  tellListener,
} from '@toolscout/model/internal'
import { readArguments } from '../check-arguments.ts'
import { readLimits } from '../resilience/limits.ts'
import { readCall } from '../run-all.ts'
import type { CallableTools, ToolCall, ToolCallResult } from '../tool-call.ts'
import type { LoopMessage, ToolLoopModel } from './tool-loop-model.ts'

/** What happens in a loop. */
export type ToolLoopEvent =
  | {
      readonly type: 'replied'
      readonly round: number
      readonly text: string
      readonly calls: readonly ToolCall[]
    }
  | { readonly type: 'called'; readonly round: number; readonly results: readonly ToolCallResult[] }
  /** A model repeated the same call too often and received a note about it. */
  | { readonly type: 'repeated'; readonly round: number; readonly warning: string }
  /** The rounds are used up; the model is asked for a text. */
  | { readonly type: 'limitReached'; readonly rounds: number }

/** Options of a loop. */
export interface ToolLoopOptions {
  /** Who decides what is called. */
  readonly model: ToolLoopModel
  /** What may be called, such as `discovery.subset()` or a toolbox. */
  readonly tools: CallableTools
  /** The conversation so far; a text is the words of a user. */
  readonly messages: string | readonly LoopMessage[]
  /** Most rounds in which tools are called. Default 20. Legal: integers 0 to 10,000; 0 calls none. */
  readonly maxRounds?: number | undefined
  /** This many identical calls in a row are too many. Default 3. Legal: integers 2 to 1,000. */
  readonly maxRepeats?: number | undefined
  /** Whether calls that may change something are made one after another. Default false. */
  readonly serializeSideEffects?: boolean | undefined
  /** Ends the loop, the model's work and the calls under way. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
  /** Hears what happens. One that throws is reported by a process warning. Default: none. */
  readonly onEvent?: ((event: ToolLoopEvent) => void) | undefined
}

/** What a loop came to. */
export interface ToolLoopResult {
  /** The answer; may be empty only when the rounds were used up and the model had nothing to say. */
  readonly text: string
  /** The conversation with everything that was said. */
  readonly messages: readonly LoopMessage[]
  /** Rounds in which tools were called. */
  readonly rounds: number
  /** Whether the model was done, or its rounds were used up. */
  readonly ended: 'answered' | 'limit'
}

/** `MODEL_SILENT`: a model gave neither text nor calls, and neither when it was asked again. */
class ModelSilentError extends ToolscoutError<{ readonly model: string; readonly round: number }> {
  constructor(model: string, round: number) {
    const message = `${quote(model)} gave neither a text nor a call, twice. Try another model, or another request.`
    super('MODEL_SILENT', message, { details: { model, round } })
  }
}

/** As Symb had it at first: most requests take under five rounds. */
const LIMITS = Object.freeze({
  maxRounds: { fallback: 20, least: 0, most: 10_000, whole: true },
  maxRepeats: { fallback: 3, least: 2, most: 1_000, whole: true },
})
const OPTIONS = {
  model: { functions: ['reply'] },
  tools: { functions: ['callAll'] },
  messages: 'anything',
  maxRounds: 'anything',
  maxRepeats: 'anything',
  serializeSideEffects: 'boolean',
  signal: { functions: ['addEventListener'] },
  onEvent: 'function',
} satisfies { [Option in keyof ToolLoopOptions]-?: OptionKind }

/**
 * Has a model call tools until it answers: asks it, runs what it calls, tells it the results, again. When the rounds
 * are used up it is asked for a text, with no tools to call. Tools that fail are results the model reads.
 *
 * @throws ModelSilentError `MODEL_SILENT`; what the model rejects with; the reason of the signal.
 * @throws TypeError for an unknown option, RangeError for a number out of range.
 */
export async function runToolLoop(options: ToolLoopOptions): Promise<ToolLoopResult> {
  checkOptions('the options of a tool loop', options, OPTIONS)
  const { tools, messages: given, serializeSideEffects, signal, onEvent } = options
  const { maxRounds, maxRepeats } = readLimits(LIMITS, options)
  if (typeof given !== 'string' && !Array.isArray(given)) {
    throw new TypeError(`The messages are a text or a list, not ${quote(given)}.`)
  }
  const repetition = createRepetition(maxRepeats)
  const messages: LoopMessage[] = typeof given === 'string' ? [{ role: 'user', text: given }] : [...given]
  const end = (text: string, rounds: number, ended: ToolLoopResult['ended']): ToolLoopResult =>
    Object.freeze({ text, messages: Object.freeze([...messages]), rounds, ended })

  for (let round = 1; round <= maxRounds; round += 1) {
    const { text, calls } = await ask(options, messages, round)
    messages.push(Object.freeze({ role: 'assistant', text, calls }))
    if (calls.length === 0) return end(text, round - 1, 'answered')
    const results = await tools.callAll(calls, { signal, messages: [...messages], serializeSideEffects })
    signal?.throwIfAborted()
    tellListener(onEvent, { type: 'called', round, results })
    const reminder = repetition.add(calls)
    if (reminder !== undefined) tellListener(onEvent, { type: 'repeated', round, warning: reminder })
    messages.push(Object.freeze({ role: 'tools', results, ...(reminder === undefined ? {} : { reminder }) }))
  }
  tellListener(onEvent, { type: 'limitReached', rounds: maxRounds })
  const wrapUp = `All ${maxRounds} rounds of tool calls are used up. Answer now in text, with what you know; no tools can be called any more.`
  messages.push(Object.freeze({ role: 'user', text: wrapUp }))
  const text = await askForText(options, messages, maxRounds + 1)
  messages.push(Object.freeze({ role: 'assistant', text, calls: [] }))
  return end(text, maxRounds, 'limit')
}

/** A reply, read. */
interface Said {
  readonly text: string
  readonly calls: readonly ToolCall[]
}

/** A reply with something in it; a model that says nothing is asked once more. */
async function ask(options: ToolLoopOptions, messages: readonly LoopMessage[], round: number): Promise<Said> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const said = await askOnce(options, messages, true)
    if (said.text.trim() === '' && said.calls.length === 0) continue
    tellListener(options.onEvent, { type: 'replied', round, ...said })
    return said
  }
  throw new ModelSilentError(options.model.name, round)
}

/** Omits calls that the model makes all the same, because they get no answer. */
async function askForText(
  options: ToolLoopOptions,
  messages: readonly LoopMessage[],
  round: number,
): Promise<string> {
  const { text: first } = await askOnce(options, messages, false)
  const text = first.trim() === '' ? (await askOnce(options, messages, false)).text : first
  tellListener(options.onEvent, { type: 'replied', round, text, calls: [] })
  return text
}

async function askOnce(
  { model, tools, signal }: ToolLoopOptions,
  messages: readonly LoopMessage[],
  hasTools: boolean,
): Promise<Said> {
  signal?.throwIfAborted()
  const turn = { messages: Object.freeze([...messages]), tools: hasTools ? tools.list() : [], signal }
  const reply = (async () => model.reply(turn))()
  const said: unknown = await (signal === undefined ? reply : raceSignal(reply, signal))
  const { text, calls }: { readonly [member: string]: unknown } = isJsonObject(said) ? said : {}
  return {
    text: typeof text === 'string' ? text : '',
    calls: Array.isArray(calls) ? Object.freeze(calls.map(readCall)) : [],
  }
}

/** Sees when a model makes the same call again and again. */
export interface Repetition {
  /** Takes the calls of one round, and gives what to say to the model when one was made too often in a row. */
  readonly add: (calls: readonly ToolCall[]) => string | undefined
}

/** `most` calls in a row that are the same are too many. */
function createRepetition(most: number): Repetition {
  let last = ''
  let times = 0
  return {
    add: (calls) => {
      let warning: string | undefined
      for (const call of calls) {
        const same = signatureOf(call)
        times = same === last ? times + 1 : 1
        last = same
        if (times >= most) warning = warningText(call.name, times)
      }
      return warning
    },
  }
}

function warningText(name: string, times: number): string {
  return `${quote(name)} was called ${times} times in a row with the same arguments. Calling it again will not help: try something else, or answer with what you have.`
}

/** The same for calls that mean the same, whatever the order of their members. */
function signatureOf({ name, arguments: given }: ToolCall): string {
  const read = readArguments(given)
  try {
    if ('args' in read) return `${name} ${canonicalJson(copyJson(read.args))}`
  } catch {
    // Values without a JSON form are compared as text.
  }
  return `${name} ${String(given)}`
}
