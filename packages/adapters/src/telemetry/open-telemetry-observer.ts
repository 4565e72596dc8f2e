import {
  type Attributes,
  type Context,
  context,
  createNoopMeter,
  type Meter,
  metrics,
  ProxyTracerProvider,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { ObservedOperation, ObservedOutcome, Observer } from '@toolscout/model'
import { checkOptions, type OptionKind, type TraceCarrier } from '@toolscout/model/internal'
import { SILENT } from './audit-log.ts'
import { ATTRIBUTES } from './conventions.ts'
import { describeOperation, describeOutcome } from './describe-operation.ts'
import { Instruments } from './instruments.ts'

/** Options of {@link createOpenTelemetryObserver}. */
export interface OpenTelemetryOptions {
  /** Whether queries and ids of hits are kept in spans. They may be private. Default false. */
  readonly content?: boolean | undefined
  /** Default: that of the global provider. */
  readonly tracer?: Tracer | undefined
  /** Default: that of the global provider. */
  readonly meter?: Meter | undefined
}

const SCOPE = '@toolscout/adapters/telemetry'
const OPTIONS = {
  content: 'boolean',
  tracer: { functions: ['startSpan'] },
  meter: { functions: ['createHistogram'] },
} satisfies { [Option in keyof OpenTelemetryOptions]-?: OptionKind }

/**
 * Traces and measures with whatever SDK the application has set up; without one, costs next to nothing and does nothing.
 * What spans and metrics are called follows OpenTelemetry's semantic conventions for generative AI and MCP (1.41.0).
 *
 * @throws TypeError for an unknown option.
 */
export function createOpenTelemetryObserver(options: OpenTelemetryOptions = {}): Observer {
  checkOptions('the options of an observer', options, OPTIONS)
  const { content = false } = options
  const tracerNow = createTracerLookup(options.tracer)
  let instruments: Instruments | undefined
  /** Absent while there is no SDK; one may be set up after this observer. */
  const instrumentsNow = (): Instruments | undefined => {
    instruments ??= instrumentsOf(options.meter)
    return instruments
  }
  instrumentsNow()
  return Object.freeze({
    begin: (operation) => {
      const tracer = tracerNow()
      const measures = instrumentsNow()
      if (tracer === undefined && measures === undefined) return SILENT
      const start = performance.now()
      const traced = tracer === undefined ? undefined : begin(tracer, operation, content)
      return {
        run: (work) => (traced === undefined ? work() : context.with(traced.context, work)),
        end: (outcome) => {
          traced?.end(outcome)
          measures?.ended(operation, outcome, (performance.now() - start) / 1_000)
        },
      }
    },
    note: (fact) => instrumentsNow()?.note(fact),
    carrier: () => {
      const carrier: Record<string, string> = {}
      propagation.inject(context.active(), carrier)
      // Baggage may be anything.
      const { traceparent, tracestate } = carrier
      return { ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) } satisfies TraceCarrier
    },
  } satisfies Observer)
}

const NOOP_METER = createNoopMeter()
/** What a provider stands for that was given none. */
const NOOP_PROVIDER = new ProxyTracerProvider().getDelegate()

function instrumentsOf(meter: Meter = metrics.getMeter(SCOPE)): Instruments | undefined {
  return meter === NOOP_METER ? undefined : new Instruments(meter)
}

/** The tracer to use, or none where its spans would be dropped. */
function createTracerLookup(given: Tracer | undefined): () => Tracer | undefined {
  if (given !== undefined) return () => given
  const own = trace.getTracer(SCOPE)
  return () => {
    const provider = trace.getTracerProvider()
    const isIdle = provider instanceof ProxyTracerProvider && provider.getDelegate() === NOOP_PROVIDER
    return isIdle ? undefined : own
  }
}

interface Traced {
  readonly context: Context
  readonly end: (outcome: ObservedOutcome) => void
}

function begin(tracer: Tracer, operation: ObservedOperation, content: boolean): Traced {
  const { name, kind, attributes } = describeOperation(operation, content)
  const active = context.active()
  const outer = trace.getSpan(active)
  if (operation.kind === 'localCall' && outer !== undefined && runsTool(outer)) {
    // The caller has already started the span of this call.
    outer.setAttributes(attributes)
    return { context: active, end: (outcome) => finish(outer, operation, outcome, content) }
  }
  const parent = operation.kind === 'servedCall' ? withRemote(active, operation.carrier) : active
  // The trace is the client's; the span that carried the request is added as a link.
  const links = parent === active || outer === undefined ? [] : [{ context: outer.spanContext() }]
  const span = tracer.startSpan(name, { kind, attributes, links }, parent)
  return {
    context: trace.setSpan(parent, span),
    end: (outcome) => {
      finish(span, operation, outcome, content)
      span.end()
    },
  }
}

function finish(span: Span, operation: ObservedOperation, outcome: ObservedOutcome, content: boolean): void {
  if (!span.isRecording()) return
  span.setAttributes(describeOutcome(operation, outcome, content))
  if (outcome.error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Whether a span is that of a tool being run here; only spans of an SDK can tell. */
function runsTool(span: Span): boolean {
  if (Reflect.get(span, 'kind') !== SpanKind.INTERNAL) return false
  const attributes = Reflect.get(span, 'attributes') as Attributes | undefined
  return attributes?.[ATTRIBUTES.operation] === 'execute_tool'
}

function withRemote(active: Context, carrier: TraceCarrier): Context {
  return carrier.traceparent === undefined ? active : propagation.extract(active, { ...carrier })
}
