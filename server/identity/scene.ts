import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { SignUpMode } from '../../domain/session/sign-up';
import type { Config } from '../config';
import type { Db } from '../db/client';
import type { Html } from '../mail/html';
import type { SendLater } from './letters';
import { PAGE_HEADERS } from './pages/layout';
import type { SignedOut } from './sessions';

/** The settings of signing in. */
export type IdentityConfig = Pick<
  Config,
  'publicUrl' | 'trustProxy' | 'oidc' | 'signUp' | 'credentialsKey' | 'olderCredentialsKeys'
> & {
  readonly company: Pick<Config['company'], 'supportEmail'>;
};

/** What the provider's pages use. */
export type Scene = {
  readonly publicUrl: string;
  /** Who may sign up. */
  readonly signUp: SignUpMode;
  /** Whom to ask who may not. */
  readonly contact: string;
  readonly db: Db;
  readonly sendLater: SendLater;
  readonly log: FastifyBaseLogger;
  readonly signedOut: SignedOut;
  /** The provider with the current keys. */
  provider(): Provider;
  /** Cookie signing keys, newest first. */
  cookieKeys(): readonly string[];
  /** Whether the path of an emailed link proves that its reader gets the mail of this address. */
  provesMail(path: string | null, email: string): boolean;
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

/** The parameter of an authorization request that says where in the app it began. */
export const RETURN_TO = 'return_to';

const LONGEST_PATH = 1000;

/** A path of the app, never another site's: `//host` would be one. Null for anything else. */
export function ownPath(given: unknown, publicUrl: string): string | null {
  if (typeof given !== 'string' || given.length > LONGEST_PATH || !given.startsWith('/')) return null;
  const { origin } = new URL(publicUrl);
  if (!URL.canParse(given, origin)) return null;
  const url = new URL(given, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
}

/** What is wrong with an email address, as a sentence for the person, or nothing. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Enter your email';
  if (email.length > 254 || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(email.trim()))
    return 'Enter an email such as name@example.com';
  return undefined;
}
