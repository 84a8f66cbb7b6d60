import { lazy, Suspense } from 'react';
import { organizationPictures } from '../../../../domain/files/contract';
import { organization as calls } from '../../../../domain/organization/contract';
import { setupSteps } from '../../../../domain/organization/setup';
import { useCan } from '../../../access/useCan';
import { PictureField } from '../../../kit/form/controls/PictureField';
import { FormSheet } from '../../../kit/form/FormSheet';
import { QueryState } from '../../../kit/form/QueryState';
import { useCallForm } from '../../../kit/form/useRecordForm';
import { Panel } from '../../../kit/record/RecordPage';
import { useResourceList } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { refreshAccess } from '../../../providers/session/session-store';
import { isOffered } from '../../../providers/settings';
import { Icon } from '../../../ui/Icon';
import { PageFrame } from '../../../ui/PageFrame';
import { Skeleton } from '../../../ui/states';
import { team } from '../../team/resource';
import { companies } from '../companies/resource';
import { StepList } from '../StepList';
import css from './setup.module.css';

/** Not loaded where the part is switched off. */
const OrganizationUsage = lazy(() => import('../../../usage/OrganizationUsage'));

/** What the organization has and still needs to trade, each with the way there. */
export default function Setup() {
  const { organization } = useSession();
  const { can } = useCan();
  const seesTeam = can(team.requires);
  const { query, result } = useResourceList(companies);
  const people = useResourceList(team, { enabled: seesTeam }).query.data?.data.length ?? null;
  const steps =
    query.data && organization ? setupSteps({ ...organization, companies: result.data, people }) : undefined;
  return (
    <PageFrame title="Setup">
      <div className={css.narrow}>
        <OrganizationProfile />
        <Panel title="What you need to trade">
          <QueryState query={{ data: steps, error: query.error, refetch: query.refetch }}>
            {(all) => <StepList steps={all} label="Setup" />}
          </QueryState>
        </Panel>
        {isOffered('usage') && (
          <Panel title="Recording and use">
            <Suspense fallback={<Skeleton height="120px" />}>
              <OrganizationUsage />
            </Suspense>
          </Panel>
        )}
      </div>
    </PageFrame>
  );
}

/** The name and picture trading partners see. */
function OrganizationProfile() {
  const { organization } = useSession();
  const whyNot = useCan().whyNot(calls.update.requires);
  const form = useCallForm<typeof calls.update, { name: string }>(calls.update, {
    params: { id: organization?.id ?? 0 },
    values: { name: organization?.name ?? '' },
    success: 'Name saved.',
  });
  return (
    <Panel title="Organization">
      {organization && (
        <PictureField
          label="Organization picture"
          calls={organizationPictures}
          input={{ params: { orgId: organization.id } }}
          uri={organization.profileImageUri}
          shape="square"
          empty={<Icon name="building" size={32} />}
          removed="Trading partners see no picture beside its name."
          onChanged={refreshAccess}
          locked={whyNot && <span className="v-hint">{whyNot}</span>}
        />
      )}
      {whyNot === null ? (
        <FormSheet
          form={form}
          label="Organization"
          save="Save name"
          fields={[{ name: 'name', label: 'Name', required: true, maxLength: 120 }]}
        />
      ) : (
        <p>{organization?.name}</p>
      )}
    </Panel>
  );
}
