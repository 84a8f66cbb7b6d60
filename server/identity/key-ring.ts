import type { FastifyBaseLogger } from 'fastify';
import { type CryptoKey, errors } from 'jose';
import type { Db } from '../db/client';
import { activeSigner, type KeySet, loadKeys, publicKeys } from './keys';

const RELOAD_MS = 60_000;
/** An unknown key id triggers a database read, but not more often than this. */
const RELOAD_AT_MOST_MS = 2000;

/** This process's copy of the shared keys, reread every minute. */
export type KeyRing = {
  readonly keys: () => KeySet;
  /** Raises JWKSNoMatchingKey for an unknown id. */
  publicKey(kid: string | undefined): Promise<CryptoKey>;
  signer(): Promise<{ kid: string; key: CryptoKey }>;
  onChange(listener: () => void): void;
  reload(): Promise<void>;
  close(): void;
};

export async function openKeyRing(db: Db, log: FastifyBaseLogger): Promise<KeyRing> {
  let keys = await loadKeys(db);
  let verifying = await publicKeys(keys);
  let loadedAt = Date.now();
  const listeners: (() => void)[] = [];

  async function reload(): Promise<void> {
    loadedAt = Date.now();
    const fresh = await loadKeys(db);
    if (fingerprint(fresh) === fingerprint(keys)) return;
    verifying = await publicKeys(fresh);
    keys = fresh;
    for (const listener of listeners) listener();
  }

  const timer = setInterval(() => {
    reload().catch((error: unknown) => log.warn({ err: error }, 'signing keys were not read again'));
  }, RELOAD_MS);
  timer.unref();

  return {
    keys: () => keys,
    async publicKey(kid = '') {
      if (!verifying.has(kid) && Date.now() - loadedAt > RELOAD_AT_MOST_MS) await reload();
      const key = verifying.get(kid);
      if (!key) throw new errors.JWKSNoMatchingKey();
      return key;
    },
    signer: () => activeSigner(keys),
    onChange: (listener) => {
      listeners.push(listener);
    },
    reload,
    close: () => clearInterval(timer),
  };
}

function fingerprint(keys: KeySet): string {
  return [...keys.signature.map((key) => key.kid), ...keys.cookies].join(' ');
}
