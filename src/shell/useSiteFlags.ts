import { useEffect, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { reference } from '../../domain/session/contract';
import type { SiteFlag } from '../../domain/session/session';
import { call } from '../providers/call';
import { listeners } from '../providers/listeners';

type Flags = readonly z.infer<typeof SiteFlag>[];

const EVERY_MS = 60_000;

let flags: Flags = [];
let readAt = 0;
const changes = listeners<void>();

async function read(): Promise<void> {
  if (Date.now() - readAt < EVERY_MS) return;
  readAt = Date.now();
  try {
    flags = await call(reference.siteFlags, {}, { quiet: true, orgId: null });
    changes.emit();
  } catch {
    console.warn('Failed to fetch site flags');
  }
}

/** Notices that concern everyone; asked for every minute. */
export function useSiteFlags(): Flags {
  useEffect(() => {
    void read();
    const timer = setInterval(read, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return useSyncExternalStore(changes.on, () => flags);
}
