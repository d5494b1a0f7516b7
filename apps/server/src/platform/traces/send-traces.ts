import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { errorFields, writeEvent } from '../log.ts'
import { productVersion } from '../product-version.ts'

export type TracesSettings = {
  /** Where traces go: OTLP over HTTP, as JSON. */
  url: string
  serviceName: string
  /** The share of traces that is sent, from 0 to 1. */
  share: number
}

const complaintSeconds = 60

/**
 * Sends this process's traces. A receiver that does not answer costs no call anything: traces are sent later and in
 * batches, and dropped when too many wait.
 *
 * @returns sends what waits, and ends
 */
export function sendTraces({ url, serviceName, share }: TracesSettings, role: string): () => Promise<void> {
  complainSeldom()
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': productVersion,
      'fonema.role': role,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    await provider.shutdown().catch(() => {}) // reported below
    for (const api of [trace, propagation, context]) api.disable()
  }
}

function complainSeldom() {
  let next = 0
  setGlobalErrorHandler((error) => {
    if (performance.now() < next) return
    next = performance.now() + complaintSeconds * 1000
    writeEvent('error', 'traces_not_sent', errorFields(error))
  })
}
