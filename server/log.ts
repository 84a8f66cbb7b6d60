import { pino } from 'pino';
import type { Config } from './config';

export type Log = pino.Logger;

/** Structured lines on standard output, without what would let their reader act as somebody else. */
export function openLog(level: Config['logLevel']): Log {
  return pino({
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'res.headers["set-cookie"]',
        '*.password',
        '*.token',
        'err.client',
      ],
      remove: true,
    },
  });
}
