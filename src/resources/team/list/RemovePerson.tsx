import { OPEN_STATUSES } from '../../../../domain/orders/status';
import { team as calls } from '../../../../domain/team/contract';
import type { OrgUser } from '../../../../domain/team/member';
import type { OrgUserDependents } from '../../../../domain/team/team';
import { counted } from '../../../../domain/text';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { type Dependent, Dependents as Found } from '../../../kit/form/questions/Dependents';
import { ordersPath } from '../../../kit/links/orders-path';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { choose } from '../../../providers/session/session-store';
import { nameOf } from '../people';
import { team } from '../resource';

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
  const { scope, organization } = useSession();
  const input = { params: { orgId: scope?.orgId ?? 0, id } };
  const { data } = useCallQuery(calls.dependents, input, { staleTime: 0 });
  if (!data) return null;
  // Their lists show one company at a time.
  const ofEach = (found: OrgUserDependents['customers'], one: string, many: string, to: string): Dependent[] =>
    found.map(({ companyId, count }) => {
      const company = organization?.companies.find((own) => own.companyId === companyId)?.name;
      return {
        says: [counted(count, one, many), ...(company ? [`at ${company}`] : [])].join(' '),
        to,
        onFollow: () => choose({ sellerCompanyId: companyId }),
      };
    });
  const orders = ordersPath({ statuses: [...OPEN_STATUSES], salesRepIds: [id] });
  const found = [
    ...ofEach(data.customers, 'customer they manage', 'customers they manage', `/network/customers?managerIds=${id}`),
    ...ofEach(data.openOrders, 'open order they’re the rep of', 'open orders they’re the rep of', orders),
    ...(data.licenses === 0
      ? []
      : [
          {
            says: counted(data.licenses, 'license synced with their key', 'licenses synced with their key'),
            to: '/account/integrations',
          },
        ]),
    ...(data.companies === 0
      ? []
      : [
          {
            says: counted(data.companies, 'company that emails them', 'companies that email them'),
            to: '/account/manage/companies',
          },
        ]),
  ];
  return <Found intro="These still name them. Hand them over first:" found={found} />;
}
