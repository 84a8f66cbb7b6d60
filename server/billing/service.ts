import type { z } from 'zod';
import { DomainError } from '../../domain/errors';
import type { Config } from '../config';
import type { Log } from '../log';
import type { Billing } from './port';
import { WirePage, WirePortal, WireSubscription } from './wire';

const PATIENCE_MS = 8_000;

type Request = { method?: 'GET' | 'POST'; body?: object; idempotencyKey?: string };

/** The billing service over HTTPS and JSON, with a bearer key. */
export function billingService({ url, apiKey }: Config['billing'], log: Log): Billing {
  /** The answer of the schema's shape; null for what the service says it does not have. */
  async function ask<S extends z.ZodType>(path: string, schema: S, request: Request = {}): Promise<z.output<S> | null> {
    const { method = 'GET', body, idempotencyKey } = request;
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${apiKey}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (response.status === 404 && method === 'GET') return null;
      if (!response.ok) throw new Error(`answered ${response.status}`);
      return schema.parse(await response.json());
    } catch (error) {
      log.warn({ err: error, method, path }, 'billing service');
      throw unavailable(error);
    }
  }

  async function make<S extends z.ZodType>(path: string, schema: S, request: Request): Promise<z.output<S>> {
    const made = await ask(path, schema, { method: 'POST', ...request });
    if (made === null) throw unavailable();
    return made;
  }

  return {
    createCheckout: async (order, idempotencyKey) =>
      toPage(await make('/hosted-pages', WirePage, { body: order, idempotencyKey })),
    page: async (id) => {
      const page = await ask(`/hosted-pages/${encodeURIComponent(id)}`, WirePage);
      return page && toPage(page);
    },
    acknowledge: async (id) => {
      await make(`/hosted-pages/${encodeURIComponent(id)}/acknowledge`, WirePage, {});
    },
    createPortal: async (customer, returnUrl) =>
      toPage(await make('/portal-sessions', WirePortal, { body: { customer, returnUrl } })),
    subscription: async (customerId) => {
      const found = await ask(`/customers/${encodeURIComponent(customerId)}/subscription`, WireSubscription);
      return found && { ...found, currentTermEnd: new Date(found.currentTermEnd) };
    },
  };
}

function toPage<P extends { expiresAt: string }>(page: P): Omit<P, 'expiresAt'> & { expiresAt: Date } {
  return { ...page, expiresAt: new Date(page.expiresAt) };
}

function unavailable(cause?: unknown): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'The billing service does not answer right now. Your plan stays as it is: try again in a moment.',
    { cause },
  );
}
