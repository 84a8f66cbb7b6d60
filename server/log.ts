import { DrizzleQueryError } from 'drizzle-orm/errors';
import { type DestinationStream, pino } from 'pino';
import type { Config } from './config';

export type Log = pino.Logger;

/** Structured logs on standard output, without anything that would let a reader act as someone else. */
export function openLog(level: Config['logLevel'], destination?: DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    serializers: { err: withoutValues },
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'res.headers["set-cookie"]',
        '*.password',
        '*.token',
        'err.client',
        // PostgreSQL's error details contain the whole row.
        'err.detail',
        'err.params',
      ],
      remove: true,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** An error with its failed statement but not the values: hashes, emails with links, comments. */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const told = pino.stdSerializers.err(error);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof DrizzleQueryError)) continue;
    const values = `\nparams: ${cause.params}`;
    told.message = told.message.replaceAll(values, '');
    told.stack = told.stack.replaceAll(values, '');
  }
  return told;
}

const CODE = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** An address's path for logs: without query and without codes, such as an invitation's. */
export function pathOf(url: string): string {
  return (url.split('?', 1)[0] ?? '').replaceAll(CODE, ':code');
}
