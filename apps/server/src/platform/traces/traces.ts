import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** Without a receiver of traces the library's tracer does nothing. */
const tracer = () => trace.getTracer('fonema')

/**
 * Runs a task as a step of the current trace. Names and attributes hold no ids, addresses or values: whoever reads
 * traces may not be allowed to read results. Of an error, only its kind is noted.
 */
export function traced<T>(name: string, task: () => Promise<T>, kind: SpanKind = SpanKind.INTERNAL): Promise<T> {
  return tracer().startActiveSpan(name, { kind }, async (span) => {
    try {
      return await task()
    } catch (error) {
      span.setAttribute('error.type', kindOf(error))
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return (error as NodeJS.ErrnoException).code ?? error.name
}

/** Begins a trace, and runs what follows in it. @returns ends its first step */
export function beginTrace(
  name: string,
  kind: SpanKind,
  run: () => void,
): (outcome: Attributes, failed: boolean) => void {
  const span = tracer().startSpan(name, { kind }, ROOT_CONTEXT)
  context.with(trace.setSpan(ROOT_CONTEXT, span), run)
  return (outcome, failed) => {
    span.setAttributes(outcome)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}

/** A payload with the current trace, for another process. Without a trace it is the payload itself. */
export function withTrace(payload: object): object {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return { ...payload, ...carrier }
}

/** Runs a task in the trace that came with its payload. The task gets the payload as it was. */
export function inItsTrace<T>(received: unknown, task: (payload: unknown) => Promise<T>): Promise<T> {
  if (typeof received !== 'object' || received === null) return task(received)
  const { traceparent, tracestate, ...payload } = received as Record<string, unknown>
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent, tracestate }), () => task(payload))
}
