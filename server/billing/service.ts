import type { z } from 'zod';
import type { Config } from '../config';
import { openHttpClient } from '../http-client';
import type { Log } from '../log';
import type { Billing } from './port';
import { WirePage, WirePortal, WireSubscription } from './wire';

const SENTENCE = 'The billing service isn’t responding. Your plan hasn’t changed. Try again in a moment.';

type Request = { what: string; tenant: string; body?: object; idempotencyKey?: string };

/** The billing service over HTTPS and JSON, with a bearer key. */
export function billingService({ url, apiKey }: Config['billing'], log: Log): Billing {
  const service = openHttpClient({ name: 'billing service', log, sentence: SENTENCE });

  async function ask(path: string, method: 'GET' | 'POST', { what, tenant, body, idempotencyKey }: Request) {
    const repeatable = method === 'GET' || idempotencyKey !== undefined;
    const response = await service.fetch({ what, tenant, repeatable }, `${url}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok && !(response.status === 404 && method === 'GET')) {
      throw service.unavailable(`it answered ${response.status}`);
    }
    return response;
  }

  /** Null when the service doesn't have it. */
  async function find<S extends z.ZodType>(path: string, schema: S, request: Request): Promise<z.output<S> | null> {
    const response = await ask(path, 'GET', request);
    return response.ok ? service.read(response, schema) : null;
  }

  async function make<S extends z.ZodType>(path: string, schema: S, request: Request): Promise<z.output<S>> {
    return service.read(await ask(path, 'POST', request), schema);
  }

  return {
    createCheckout: async (order, idempotencyKey) =>
      toPage(
        await make('/hosted-pages', WirePage, {
          what: 'make checkout',
          tenant: order.customer.id,
          body: order,
          idempotencyKey,
        }),
      ),
    page: async (id) => {
      const page = await find(`/hosted-pages/${encodeURIComponent(id)}`, WirePage, {
        what: 'find checkout',
        tenant: id,
      });
      return page && toPage(page);
    },
    acknowledge: async (id) => {
      await make(`/hosted-pages/${encodeURIComponent(id)}/acknowledge`, WirePage, { what: 'acknowledge', tenant: id });
    },
    createPortal: async (customer, returnUrl, idempotencyKey) =>
      toPage(
        await make('/portal-sessions', WirePortal, {
          what: 'make portal',
          tenant: customer.id,
          body: { customer, returnUrl },
          idempotencyKey,
        }),
      ),
    subscription: async (customerId) => {
      const found = await find(`/customers/${encodeURIComponent(customerId)}/subscription`, WireSubscription, {
        what: 'find subscription',
        tenant: customerId,
      });
      return found && { ...found, currentTermEnd: new Date(found.currentTermEnd) };
    },
  };
}

function toPage<P extends { expiresAt: string }>(page: P): Omit<P, 'expiresAt'> & { expiresAt: Date } {
  return { ...page, expiresAt: new Date(page.expiresAt) };
}
