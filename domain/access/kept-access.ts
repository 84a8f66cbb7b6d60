import { FEATURE_IDS } from './features';
import { type Membership, seesEverything } from './roles';

type Reach = Pick<Membership, 'orgUserId' | 'role' | 'licenseIds' | 'brandIds' | 'companyIds'>;

const LISTS = ['licenseIds', 'brandIds', 'companyIds'] as const;

/** What a member may do and sees, as short text, to tell later whether they have lost any of it. */
export function accessText(member: Reach | null): string {
  if (member === null) return '';
  const { orgUserId, role } = member;
  const may = FEATURE_IDS.map((id) => (role.features[id]?.read ? 1 : 0) + (role.features[id]?.write ? 2 : 0)).join('');
  const sees = seesEverything(member) ? 'all' : LISTS.map((list) => member[list].join()).join(';');
  return `${orgUserId}|${may}|${sees}`;
}

/** Whether a member may do or see less than when the text was made; more is no loss. */
export function hasLostAccess(before: string, now: Reach | null): boolean {
  const after = accessText(now);
  if (before === '' || before === after) return false;
  const [who = '', could = '', saw = ''] = before.split('|');
  const [is = '', can = '', sees = ''] = after.split('|');
  if (who !== is) return true;
  const isLess = [...could].some((level, at) => (Number(level) & ~Number(can[at] ?? 0)) !== 0);
  if (isLess || sees === 'all') return isLess;
  if (saw === 'all') return true;
  const [kept, left] = [saw, sees].map((lists) => lists.split(';').map((list) => list.split(',').filter(Boolean)));
  return (kept ?? []).some((ids, at) => ids.some((id) => !left?.[at]?.includes(id)));
}
