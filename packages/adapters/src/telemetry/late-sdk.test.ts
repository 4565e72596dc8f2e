import { metrics, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { observe } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { createOpenTelemetryObserver } from './open-telemetry-observer.ts'

// The providers are global, hence a file of its own.
it('does nothing without an SDK, and begins when one is set up after it', async () => {
  const observer = createOpenTelemetryObserver()
  const search = (): Promise<number> =>
    observe(
      observer,
      () => ({ kind: 'search', query: 'add' }),
      async () => 1,
      () => ({ found: 1 }),
    )
  expect(await search()).toBe(1)
  expect(observer.carrier()).toEqual({})

  const spans = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }))
  const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 2_147_483_647 })
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  expect(await search()).toBe(1)
  await reader.forceFlush()

  expect(spans.getFinishedSpans().map(({ name }) => name)).toEqual(['retrieval tools'])
  const names = points
    .getMetrics()
    .flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap((scope) => scope.metrics.map(({ descriptor }) => descriptor.name)),
    )
  expect(names.sort()).toEqual(['tool_discovery.search.duration'])
})
