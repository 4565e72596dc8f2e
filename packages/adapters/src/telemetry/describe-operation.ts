import { type Attributes, type AttributeValue, SpanKind } from '@opentelemetry/api'
import type { ObservedOperation, ObservedOutcome } from '@toolscout/model'
import type { ObservedServer } from '@toolscout/model/internal'
import { ATTRIBUTES as A } from './conventions.ts'

/** A span as it begins. */
export interface SpanShape {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
}

/** Says how an operation is traced; with its content only where `content` allows. */
export function describeOperation(operation: ObservedOperation, content: boolean): SpanShape {
  switch (operation.kind) {
    case 'search':
      return span('retrieval tools', SpanKind.INTERNAL, {
        [A.operation]: 'retrieval',
        [A.dataSource]: 'tools',
        [A.topK]: operation.limit,
        [A.mode]: operation.mode,
        [A.queryText]: content ? operation.query : undefined,
      })
    case 'localCall':
      return span(`execute_tool ${operation.tool}`, SpanKind.INTERNAL, {
        [A.operation]: 'execute_tool',
        [A.tool]: operation.tool,
        [A.toolType]: 'function',
        [A.callId]: operation.callId,
      })
    case 'serverCall':
      return span(`tools/call ${operation.tool}`, SpanKind.CLIENT, {
        ...ofCall(operation.tool, operation.callId),
        ...ofServer(operation.server),
      })
    case 'servedCall':
      return span(`tools/call ${operation.tool}`, SpanKind.SERVER, {
        ...ofCall(operation.tool, operation.callId),
        [A.requestId]: operation.requestId === undefined ? undefined : String(operation.requestId),
      })
    case 'listTools':
      return span('tools/list', SpanKind.CLIENT, {
        [A.method]: 'tools/list',
        ...ofServer(operation.server),
      })
    case 'embed':
      return span(`embeddings ${operation.model}`, SpanKind.CLIENT, {
        [A.operation]: 'embeddings',
        [A.model]: operation.model,
        [A.texts]: operation.texts,
      })
  }
}

/** What is known at the end. */
export function describeOutcome(
  { kind }: ObservedOperation,
  outcome: ObservedOutcome,
  content: boolean,
): Attributes {
  const { found, ids, verdict, degraded, rpcCode } = outcome
  return present({
    [A.error]: errorTypeOf(outcome),
    [A.outcome]: outcome.outcome,
    [A.server]: outcome.server,
    [A.rpcStatus]: rpcCode === undefined ? undefined : String(rpcCode),
    [kind === 'listTools' ? A.tools : A.hits]: found,
    [A.verdict]: verdict,
    [A.degraded]: degraded === undefined ? undefined : [...degraded],
    [A.documents]: content && ids !== undefined ? JSON.stringify(ids.map((id) => ({ id }))) : undefined,
  })
}

/** What failures are called; others by their code. */
const ERROR_TYPES: Readonly<Record<string, string>> = Object.freeze({
  CALL_TIMEOUT: 'timeout',
  MCP_TIMEOUT: 'timeout',
  CANCELLED: 'cancelled',
  AbortError: 'cancelled',
  CIRCUIT_OPEN: 'circuit_open',
  OVERLOADED: 'overloaded',
  SERVER_UNAVAILABLE: 'transport',
  MCP_CLOSED: 'transport',
})

/** What `error.type` says of an outcome; absent where nothing failed. A code of JSON-RPC is said as text. */
export function errorTypeOf({ error, outcome, rpcCode }: ObservedOutcome): string | undefined {
  if (error === undefined) return undefined
  if (rpcCode !== undefined) return String(rpcCode)
  if (error === 'CALL_FAILED') return outcome === 'notRun' ? 'transport' : 'outcome_unknown'
  return ERROR_TYPES[error] ?? error
}

function ofCall(tool: string, callId: string | undefined): Members {
  return { [A.operation]: 'execute_tool', [A.method]: 'tools/call', [A.tool]: tool, [A.callId]: callId }
}

function ofServer({ name, network, address, port }: ObservedServer): Members {
  return { [A.server]: name, [A.network]: network, [A.address]: address, [A.port]: port }
}

type Members = Readonly<Record<string, AttributeValue | undefined>>

function span(name: string, kind: SpanKind, members: Members): SpanShape {
  return { name, kind, attributes: present(members) }
}

function present(members: Members): Attributes {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
