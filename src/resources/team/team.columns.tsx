import type { OrgUser } from '../../../domain/team/member';
import type { OrgRole } from '../../../domain/team/role';
import { counted } from '../../../domain/text';
import { nameColumn, textColumn } from '../../kit/list/columns';
import type { GridColumn } from '../../ui/grid';
import { Pill } from '../../ui/Pill';
import { nameOf } from './people';
import { seesAssignedOnly } from './reasons';
import css from './team.module.css';

const STATUSES = { ACTIVE: 'Active', INVITED: 'Invited' } as const;
const LOOKS = { ACTIVE: { tone: 'positive', mark: 'check' }, INVITED: { tone: 'warning', mark: 'clock' } } as const;

/** '2 licenses, 1 brand', or "Everything". */
function assignedTo({ licenseIds, brandIds, companyIds }: OrgUser, role: OrgRole | undefined): string {
  if (!seesAssignedOnly(role)) return 'Everything';
  const lists = [
    count(licenseIds, 'license', 'licenses'),
    count(brandIds, 'brand', 'brands'),
    count(companyIds, 'company', 'companies'),
  ].filter(Boolean);
  return lists.join(', ') || 'Nothing yet';
}

const count = ({ length }: readonly number[], one: string, many: string) => length > 0 && counted(length, one, many);

/** Team columns; `selfId` is the reader's own membership. */
export function teamColumns(roles: readonly OrgRole[], selfId: number | undefined): readonly GridColumn<OrgUser>[] {
  const roleOf = ({ orgRole }: OrgUser) => roles.find(({ id }) => id === orgRole.id);
  return [
    nameColumn('name', 'Name', {
      cell: (person) =>
        person.id === selfId ? (
          <span className={css.name}>
            {nameOf(person)}
            <Pill>You</Pill>
          </span>
        ) : (
          nameOf(person)
        ),
      value: nameOf,
      width: 214,
    }),
    textColumn('email', 'Email', ({ email }) => email, { width: 231, sortable: true, card: 'lead' }),
    textColumn('title', 'Title', ({ title }) => title, { width: 154, sortable: true, card: 'hidden' }),
    textColumn('role', 'Role', ({ orgRole }) => orgRole.name, { width: 124, sortable: true }),
    textColumn('assigned', 'Access', (person) => assignedTo(person, roleOf(person)), { width: 233 }),
    {
      id: 'status',
      header: 'Status',
      cell: ({ status }) => <Pill {...LOOKS[status]}>{STATUSES[status]}</Pill>,
      value: ({ status }) => STATUSES[status],
      width: 92,
      sortable: true,
      card: 'lead',
    },
    textColumn('salesRep', 'Rep ID', ({ salesRepId }) => salesRepId, { width: 88, sortable: true, card: 'hidden' }),
  ];
}
