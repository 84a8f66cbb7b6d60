import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Span, SpanKind } from '@opentelemetry/api';
import { DomainError } from '../domain/errors';
import type { Config } from './config';

/** What is said of a span: names of ours and numbers, never anybody's, nor a key or a value of a statement. */
export type Said = Readonly<Record<string, string | number | boolean>>;
type Kind = keyof typeof SpanKind;

/** A piece of work, as traces tell it. */
export interface OpenSpan {
  /** Runs work as its part: spans that begin in it are below it, and log lines have its trace id. */
  within<T>(work: () => T): T;
  /** `failed` names why, in a word. */
  end(outcome?: { name?: string; said?: Said; failed?: string }): void;
}

interface Tracing {
  begin(name: string, kind: Kind, said: Said, incoming: IncomingHttpHeaders | undefined): OpenSpan;
  traceId(): string | undefined;
}

/** The spans work runs in. */
const contexts = new AsyncLocalStorage<Context>();
let tracing: Tracing | undefined;

/**
 * Begins a span below the present one, or below what another process's headers say; a job (CONSUMER) begins a trace of its
 * own. Undefined when nothing is traced.
 */
export const beginSpan = (name: string, kind: Kind, said: Said = {}, incoming?: IncomingHttpHeaders) =>
  tracing?.begin(name, kind, said, incoming);

/** Runs work in a span; without tracing, runs it. */
export async function inSpan<T>(name: string, kind: Kind, said: Said, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(name, kind, said);
  if (span === undefined) return work();
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    // A refusal is an answer, unless it is that something doesn't respond.
    const isAnswer = error instanceof DomainError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL';
    if (isAnswer) span.end({ said: { 'verdant.refusal': error.code } });
    else span.end({ failed: error instanceof Error ? error.name : 'unknown' });
    throw error;
  }
}

export const isTracing = (): boolean => tracing !== undefined;

/** The id of the trace that runs here, for the log. */
export const traceIdHere = (): string | undefined => tracing?.traceId();

/** How long what wasn't sent yet may take when the process stops. */
const LAST_SENT_MS = 5_000;
/** How often it is logged that traces can't be sent. */
const TOLD_EVERY_MS = 60_000;
const MOST_CHARACTERS = 200;

type Tell = { warn(fields: object, message: string): void };

/** Traces what this process does from now on, and sends it to the collector. Returns how to send the last and end it. */
export async function openTracing(config: Pick<Config, 'traces' | 'version'>, log: Tell): Promise<() => Promise<void>> {
  if (config.traces === undefined) return async () => {};
  const { url, headers, share } = config.traces;
  // Loaded only where there is a collector.
  const [{ trace, ROOT_CONTEXT, SpanKind: kinds, SpanStatusCode }, core, sdk, resources, otlp] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  core.setGlobalErrorHandler(seldom((err) => log.warn({ err }, 'traces were not sent')));
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': 'verdant',
      'service.version': config.version,
      'service.instance.id': randomUUID(),
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: MOST_CHARACTERS },
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new otlp.OTLPTraceExporter({ url: `${url}/v1/traces`, headers }) }),
    ],
  });
  const tracer = provider.getTracer('verdant');
  const propagator = new core.W3CTraceContextPropagator();
  const parentIn = ({ traceparent, tracestate }: IncomingHttpHeaders) =>
    propagator.extract(
      ROOT_CONTEXT,
      { traceparent, tracestate },
      { get: (carrier, name) => carrier[name as 'traceparent'] as string | undefined, keys: Object.keys },
    );

  const toOpen = (span: Span, context: Context): OpenSpan => ({
    within: (work) => contexts.run(trace.setSpan(context, span), work),
    end({ name, said, failed } = {}) {
      if (name !== undefined) span.updateName(name);
      if (said !== undefined) span.setAttributes(said);
      if (failed !== undefined) span.setAttribute('error.type', failed).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  });
  const own: Tracing = {
    begin(name, kind, said, incoming) {
      const here = kind === 'CONSUMER' ? undefined : contexts.getStore();
      const parent = incoming ? parentIn(incoming) : (here ?? ROOT_CONTEXT);
      return toOpen(tracer.startSpan(name, { kind: kinds[kind], attributes: said }, parent), parent);
    },
    traceId: () => trace.getSpanContext(contexts.getStore() ?? ROOT_CONTEXT)?.traceId,
  };
  tracing = own;
  return async () => {
    if (tracing === own) tracing = undefined;
    await Promise.race([provider.shutdown(), pause(LAST_SENT_MS, undefined, { ref: false })]).catch(() => {});
  };
}

function seldom(tell: (error: unknown) => void): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return;
    toldAt = performance.now();
    tell(error);
  };
}
