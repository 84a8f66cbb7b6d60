import { useEffect } from 'react';
import type { z } from 'zod';
import { create } from 'zustand';
import { reference } from '../../../domain/session/contract';
import type { SiteFlag } from '../../../domain/session/session';
import { call } from '../../providers/call';

type Flags = readonly z.infer<typeof SiteFlag>[];

const EVERY_MS = 60_000;

const useFlags = create<Flags>(() => []);
let readAt = 0;

async function read(): Promise<void> {
  if (Date.now() - readAt < EVERY_MS) return;
  readAt = Date.now();
  try {
    useFlags.setState(await call(reference.siteFlags, {}, { quiet: true, orgId: null }), true);
  } catch {
    console.warn('Failed to fetch site flags');
  }
}

/** Site-wide notices, fetched every minute. */
export function useSiteFlags(): Flags {
  useEffect(() => {
    void read();
    const timer = setInterval(read, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return useFlags();
}
