import { type Attributes, type AttributeValue, SpanKind } from '@opentelemetry/api'
import type { ObservedOperation, ObservedOutcome } from '@toolscout/model'
import type { ObservedServer } from '@toolscout/model/internal'
import { ATTRIBUTES as A } from './conventions.ts'
import { errorTypeOf } from './error-type.ts'

/** A span as it begins. */
export interface SpanShape {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
}

/** What spans may hold. */
export interface SpanContent {
  /** Whether queries and ids of hits may be kept. */
  readonly content: boolean
}

/** Says how an operation is traced. */
export function describeOperation(operation: ObservedOperation, { content }: SpanContent): SpanShape {
  switch (operation.kind) {
    case 'search':
      return {
        name: 'retrieval tools',
        kind: SpanKind.INTERNAL,
        attributes: present({
          [A.operation]: 'retrieval',
          [A.dataSource]: 'tools',
          [A.topK]: operation.limit,
          [A.mode]: operation.mode,
          [A.queryText]: content ? operation.query : undefined,
        }),
      }
    case 'localCall':
      return {
        name: `execute_tool ${operation.tool}`,
        kind: SpanKind.INTERNAL,
        attributes: present({
          [A.operation]: 'execute_tool',
          [A.tool]: operation.tool,
          [A.toolType]: 'function',
          [A.callId]: operation.callId,
        }),
      }
    case 'serverCall':
      return {
        name: `tools/call ${operation.tool}`,
        kind: SpanKind.CLIENT,
        attributes: present({
          ...ofCall(operation.tool, operation.callId),
          ...ofServer(operation.server),
        }),
      }
    case 'servedCall':
      return {
        name: `tools/call ${operation.tool}`,
        kind: SpanKind.SERVER,
        attributes: present({
          ...ofCall(operation.tool, operation.callId),
          [A.requestId]: operation.requestId === undefined ? undefined : String(operation.requestId),
        }),
      }
    case 'listTools':
      return {
        name: 'tools/list',
        kind: SpanKind.CLIENT,
        attributes: present({ [A.method]: 'tools/list', ...ofServer(operation.server) }),
      }
    case 'embed':
      return {
        name: `embeddings ${operation.model}`,
        kind: SpanKind.CLIENT,
        attributes: present({
          [A.operation]: 'embeddings',
          [A.model]: operation.model,
          [A.texts]: operation.texts,
        }),
      }
  }
}

/** What is known at the end. */
export function describeOutcome(
  { kind }: ObservedOperation,
  outcome: ObservedOutcome,
  { content }: SpanContent,
): Attributes {
  const { found, ids, verdict, degraded, rpcCode } = outcome
  return present({
    [A.error]: errorTypeOf(outcome),
    [A.outcome]: outcome.outcome,
    [A.rpcStatus]: rpcCode === undefined ? undefined : String(rpcCode),
    [kind === 'listTools' ? A.tools : A.hits]: found,
    [A.verdict]: verdict,
    [A.degraded]: degraded === undefined ? undefined : [...degraded],
    [A.documents]: content && ids !== undefined ? JSON.stringify(ids.map((id) => ({ id }))) : undefined,
  })
}

function ofCall(tool: string, callId: string | undefined): Members {
  return {
    [A.operation]: 'execute_tool',
    [A.method]: 'tools/call',
    [A.tool]: tool,
    [A.callId]: callId,
  }
}

function ofServer({ name, network, address, port }: ObservedServer): Members {
  return { [A.server]: name, [A.network]: network, [A.address]: address, [A.port]: port }
}

type Members = Readonly<Record<string, AttributeValue | undefined>>

function present(members: Members): Attributes {
  const attributes: Attributes = {}
  for (const [name, value] of Object.entries(members)) if (value !== undefined) attributes[name] = value
  return attributes
}
