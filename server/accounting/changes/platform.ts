import { FEATURE_IDS } from '../../../domain/access/features';
import { DEFAULT_FEATURES, DEFAULT_ROLE_NAMES } from '../../../domain/access/roles';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { type HandlerContext, handlerContextOf } from '../../handler-context';

const NEVER_GONE = new AbortController().signal;
/** Days that count here are those the books say. */
const timeZone = 'UTC';

/** What the platform does for an organization by its own settings, without a person: it sees all of that organization. */
export function platformContext(services: Services, tx: Db, orgId: number): HandlerContext {
  const role = {
    id: 0,
    name: DEFAULT_ROLE_NAMES.OWNER,
    features: DEFAULT_FEATURES.OWNER,
    isDefault: true,
    defaultRoleId: 'OWNER',
    isOwner: false,
  } as const;
  const none = { licenseIds: [], brandIds: [], companyIds: [], states: [], enabledFeatures: FEATURE_IDS };
  return handlerContextOf(
    {
      services,
      person: null,
      membership: { orgUserId: 0, userId: '', orgId, role, plan: 'BASIC', ...none },
      timeZone,
      zones: { companies: [], reader: timeZone },
      log: services.log,
      gone: NEVER_GONE,
      endpoint: 'JOB read-books',
      entity: 'accounting-change',
      requestId: 'read-books',
      step: null,
    },
    tx,
  );
}
