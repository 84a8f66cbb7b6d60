import type { Endpoint } from '../../../domain/contract/endpoint';
import { READ_AFTER } from '../../../domain/live/position';
import { timeZone } from '../../ui/reader-dates';
import { settings } from '../settings';
import type { CallContext } from './call-context';
import { readAfter } from './position';
import { readTemporaryToken } from './tokens';

/** This tab's name, to recognize events of its own changes. */
export const TAB_ID = crypto.randomUUID();

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; file?: Blob };
export type Init = { method: string; headers: Record<string, string>; body?: string | FormData; keepalive?: boolean };

/** A call as sent: address, method, its own headers and body. */
export function request(
  endpoint: Endpoint,
  input: unknown,
  idempotencyKey: string | undefined,
): { path: string; init: Init } {
  const { params = {}, query = {}, body, file } = (input ?? {}) as Parts;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return {
    path: search.size > 0 ? `${path}?${search}` : path,
    init: {
      method: endpoint.method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(endpoint.upload && file ? { body: formOf(endpoint.upload.field, file) } : {}),
    },
  };
}

/** The browser adds the content type, with the form's boundary. */
function formOf(field: string, file: Blob): FormData {
  const form = new FormData();
  form.set(field, file);
  return form;
}

export function address(path: string): string {
  return settings.apiBase + path;
}

/** Adds who calls, for which organization, from which tab, and the position it must have reached. */
export function headers(
  own: Record<string, string>,
  token: string | null,
  context: CallContext,
): Record<string, string> {
  return {
    ...own,
    'Client-Type': 'web',
    'Client-Id': TAB_ID,
    ...(readAfter() === null ? {} : { [READ_AFTER]: readAfter() ?? '' }),
    Timezone: timeZone,
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(context.orgId === null || readTemporaryToken() !== null ? {} : { 'Org-Id': String(context.orgId) }),
  };
}

/** What `early` repeats of a request: everything but the token, which may change. */
export const earlyInit = (init: Init, context: CallContext): RequestInit => ({
  ...init,
  headers: headers(init.headers, null, context),
});
