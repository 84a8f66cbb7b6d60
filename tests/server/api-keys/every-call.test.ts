import { beforeAll, expect, test } from 'vitest';
import { decide } from '../../../domain/access/ability';
import { FEATURE_IDS, type FeatureMap } from '../../../domain/access/features';
import { membershipOfKey } from '../../../domain/api-keys/rights';
import { isWrite } from '../../../domain/contract/endpoint';
import { isForKeys } from '../../../domain/contract/for-keys';
import type { ErrorBody } from '../../../domain/errors';
import { makeApiKey } from '../../support/api-keys/factories';
import { openApp, type TestCaller } from '../../support/app';
import { CALL_ROWS } from '../../support/contract/rows';
import { makeWorld, type World } from '../../support/contract/world';
import { both } from '../../support/permissions';

const app = await openApp({ environment: { LOG_LEVEL: 'silent' } });
const everything: FeatureMap = Object.fromEntries(FEATURE_IDS.map((id) => [id, both]));

let world: World;
let callers: Record<'seller' | 'buyer', TestCaller>;

beforeAll(async () => {
  world = await makeWorld(app.database.db);
  const keyOf = async ({ owner, org }: World['seller' | 'buyer']) => {
    const { secret } = await makeApiKey(app.database.db, { ...owner, org }, { features: everything });
    return app.withToken(secret);
  };
  callers = { seller: await keyOf(world.seller), buyer: await keyOf(world.buyer) };
});

/** A key of an owner, which has every permission. */
const OWNERS = {
  userId: 'owner',
  isSupport: false,
  isApplication: true,
  membership: membershipOfKey(
    {
      orgUserId: 1,
      userId: 'owner',
      orgId: 1,
      role: { id: 1, name: 'Owner', features: everything, isDefault: true, defaultRoleId: 'OWNER', isOwner: true },
      enabledFeatures: [...FEATURE_IDS],
      plan: 'ENTERPRISE',
      licenseIds: [],
      brandIds: [],
      companyIds: [],
      states: [],
    },
    { features: everything, companyIds: [], licenseIds: [], brandIds: [] },
    null,
  ),
};

test.each(CALL_ROWS)('$name is for keys exactly where it is declared so', async ({ endpoint, sample }) => {
  const as = sample.as === 'support' ? 'seller' : sample.as;
  const input = sample.input(world) as { params?: object; query?: object; body?: object };
  // A body that can't be read is refused after the gate, so that no call affects the next.
  const harmless = isWrite(endpoint) && endpoint.body ? { ...input, body: ['not', 'an', 'object'] } : input;
  const isOpen = decide(OWNERS, endpoint.requires, isForKeys(endpoint)).allowed;
  if (isOpen && isWrite(endpoint) && !endpoint.body) return;
  const { ok, body } = await callers[as].call(endpoint, harmless as never);
  const kind = ok ? null : (body as ErrorBody).errorObject?.reason;
  if (isOpen) expect(kind ?? null).toBeNull();
  else expect(kind).toEqual({ kind: 'application' });
});
