import { OPEN_STATUSES } from '../../../domain/orders/status';
import type { OrgUser } from '../../../domain/organization/organization';
import { team as calls } from '../../../domain/organization/team-contract';
import { Confirm } from '../../kit/form/Confirm';
import { Dependents as Found } from '../../kit/form/Dependents';
import { useSession } from '../../providers/session';
import { useCallQuery } from '../../providers/use-call';
import { useResourceDelete } from '../../providers/use-resource';
import { ordersPath } from '../orders/orders-path';
import { nameOf } from './people';
import { team } from './resource';

type Props = { person: OrgUser; onClose: () => void };

/** Asks before removing someone, and says what happens then. */
export function RemovePerson({ person, onClose }: Props) {
  const { organization } = useSession();
  const { run } = useResourceDelete(team, { showsErrors: true });
  const isInvited = person.status === 'INVITED';
  return (
    <Confirm
      title={isInvited ? `Cancel the invitation for ${person.email}?` : `Remove ${nameOf(person)}?`}
      act={isInvited ? 'Cancel invitation' : 'Remove'}
      {...(isInvited ? { cancel: 'Keep invitation' } : {})}
      run={() => run(person.id)}
      success={isInvited ? `Invitation for ${person.email} cancelled.` : `${nameOf(person)} is no longer on the team.`}
      onClose={onClose}
    >
      {isInvited ? (
        <p>Their link stops working. You can invite them again anytime.</p>
      ) : (
        <>
          <Dependents person={person} />
          <p>
            They lose access to {organization?.name} right away. Their name stays on orders, comments and history. To
            bring them back, invite {person.email} again.
          </p>
        </>
      )}
    </Confirm>
  );
}

/** What still names someone, each with the way to hand it over; nothing until known, or without any. */
function Dependents({ person: { id } }: { person: OrgUser }) {
  const orgId = useSession().scope?.orgId ?? 0;
  const { data } = useCallQuery(calls.dependents, { params: { orgId, id } }, { staleTime: 0 });
  if (!data) return null;
  const counted = (count: number, one: string, many: string) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
  const found = [
    {
      count: data.customers,
      says: counted(data.customers, 'customer they manage', 'customers they manage'),
      to: `/network/customers?managerIds=${id}`,
    },
    {
      count: data.openOrders,
      says: counted(data.openOrders, 'open order they’re the rep of', 'open orders they’re the rep of'),
      to: ordersPath({ statuses: [...OPEN_STATUSES], salesRepIds: [id] }),
    },
    {
      count: data.licenses,
      says: counted(data.licenses, 'license synced with their key', 'licenses synced with their key'),
      to: '/account/integrations',
    },
    {
      count: data.companies,
      says: counted(data.companies, 'company that emails them', 'companies that email them'),
      to: '/account/manage/companies',
    },
  ].filter(({ count }) => count > 0);
  return <Found intro="These still name them. Hand them over first:" found={found} />;
}
