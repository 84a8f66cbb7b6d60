import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Db } from '../db/client';
import type { Mail } from '../mail';
import type { Html } from '../mail/html';
import { PAGE_HEADERS } from './pages/layout';

/** What the provider's pages use. */
export type Scene = {
  readonly publicUrl: string;
  readonly db: Db;
  readonly mail: Mail;
  readonly log: FastifyBaseLogger;
  /** The provider with the current keys. */
  provider(): Provider;
  /** Cookie signing keys, newest first. */
  cookieKeys(): readonly string[];
  /** Runs work after the reply, so its duration reveals nothing. */
  later(work: () => Promise<unknown>): void;
};

/** Replies with one of our pages. */
export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply.status(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page.toString());
}

/** A submitted form's text fields; missing or repeated ones are empty. */
export function formOf<Field extends string>(request: FastifyRequest, fields: readonly Field[]): Record<Field, string> {
  const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const entries = fields.map((name): [Field, string] => [name, body.get(name) ?? '']);
  return Object.fromEntries(entries) as Record<Field, string>;
}

/** What is wrong with an email address, as a sentence for the person, or nothing. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Enter your email';
  if (email.length > 254 || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(email.trim()))
    return 'Enter an email such as name@example.com';
  return undefined;
}
