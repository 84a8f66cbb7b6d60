import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config';
import type { Db } from '../../db/client';
import { serveBillingApi } from './api';
import { billingBooks } from './books';
import { serveBillingPages } from './pages';

/**
 * Serves /sandbox/billing, a billing service with hosted pages where no money moves; only while no real one is
 * configured. Its data is in the database, so every server process shows the same.
 */
export async function mountBilling(
  app: FastifyInstance,
  { db, config: { billing, publicUrl } }: { db: Db; config: Config },
): Promise<void> {
  if (!billing.standIn) return;
  const books = billingBooks(db);
  const home = `${publicUrl}/sandbox/billing`;
  await app.register(
    async (scope) => {
      await scope.register(async (inner) => serveBillingApi(inner, { books, home, apiKey: billing.apiKey }), {
        prefix: '/api',
      });
      serveBillingPages(scope, { books, publicUrl });
    },
    { prefix: '/sandbox/billing' },
  );
}
