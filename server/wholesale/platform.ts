import type { Membership } from '../../domain/access/roles';
import { DEFAULT_FEATURES } from '../../domain/access/roles';
import type { Ctx, Services } from '../context';
import type { Db } from '../db/client';
import { type HandlerContext, handlerContextOf } from '../handler-context';

const NEVER_GONE = new AbortController().signal;

/** What a job does as the platform: it has the organization, and nobody. */
export type PlatformCtx = Omit<HandlerContext, 'person' | 'membership'> & {
  readonly person: { readonly userId: null };
  readonly membership: Membership;
};

/** The context of a transaction of the wholesale marketplace's sync; the log says that the sync did it. */
export function platformContext(services: Services, tx: Db, orgId: number, work: string): PlatformCtx {
  const membership: Membership = {
    orgUserId: 0,
    userId: '',
    orgId,
    role: {
      id: 0,
      name: 'Wholesale marketplace',
      features: DEFAULT_FEATURES.OWNER,
      isDefault: true,
      defaultRoleId: 'OWNER',
      isOwner: false,
    },
    enabledFeatures: [],
    plan: 'FREE',
    licenseIds: [],
    brandIds: [],
    companyIds: [],
    states: [],
  };
  const ctx = handlerContextOf(
    {
      services,
      person: null,
      membership,
      timeZone: 'UTC',
      zones: { companies: [], reader: 'UTC' },
      log: services.log as Ctx['log'],
      gone: NEVER_GONE,
      endpoint: `job ${work}`,
      entity: 'order',
      requestId: `wholesale ${orgId}`,
      step: null,
    },
    tx,
  );
  return Object.create(ctx, { person: { value: { userId: null } } }) as PlatformCtx;
}
