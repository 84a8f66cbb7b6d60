import { useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { companyPictures } from '../../../../domain/files/contract';
import { companies as calls } from '../../../../domain/organization/company-contract';
import { linkChanges } from '../../../../domain/organization/marketplace-link';
import { stateName } from '../../../../domain/organization/us-states';
import { zoneChoices } from '../../../../domain/organization/zone-choices';
import { useCan } from '../../../access/useCan';
import { PictureField } from '../../../kit/form/controls/PictureField';
import { FormSheet } from '../../../kit/form/FormSheet';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { ListLinks } from '../../../kit/list';
import { KeyPeoplePanel } from '../../../kit/record/KeyPeoplePanel';
import { Panel, RecordColumns } from '../../../kit/record/RecordPage';
import { CallError } from '../../../providers/call/call-errors';
import { aheadOf } from '../../../providers/refine/look-ahead';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { isOffered } from '../../../providers/settings';
import { Days } from '../../../shell/Days';
import { ErrorScreen } from '../../../shell/errors/ErrorScreen';
import { useTitle } from '../../../shell/useTitle';
import { Button } from '../../../ui/Button';
import { Facts } from '../../../ui/Facts';
import { Icon } from '../../../ui/Icon';
import { PageFrame } from '../../../ui/PageFrame';
import { COMPANIES, type CompanySection, ownFields, SAID, typeOptions } from './company.text';
import css from './company-show.module.css';
import { RemoveCompany } from './RemoveCompany';
import { companies, notificationSettings } from './resource';
import { CompanyDistributors } from './show/CompanyDistributors';
import { CompanyInvites } from './show/CompanyInvites';
import { CompanyLocations } from './show/CompanyLocations';
import { CompanyOrdering } from './show/CompanyOrdering';
import { CompanyPayment } from './show/CompanyPayment';
import { useLicenseOptions } from './useLicenseOptions';

export const ahead = aheadOf(companies);

/** A seller company: what buyers see of it, and how they pay. */
export default function CompanyShow() {
  const { slug = '' } = useParams();
  const isId = /^[1-9]\d{0,14}$/.test(slug);
  const { result: data, query } = useResourceOne(companies, isId ? Number(slug) : undefined);
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (!isId || isGone) {
    return <ErrorScreen status={404} message="This company doesn’t exist, or it isn’t assigned to you." />;
  }
  return (
    <QueryState query={{ data, error: query.error, refetch: query.refetch }}>
      {(company) => <CompanyPage company={company} refresh={query.refetch} />}
    </QueryState>
  );
}

function CompanyPage({ company, refresh }: Pick<CompanySection, 'company' | 'refresh'>) {
  const whyNot = useCan().whyNot(companies.update.requires);
  useTitle(company.name);
  const path = `${COMPANIES}/${company.companyId}`;
  const section = { company, whyNot, refresh };
  return (
    <Days of={company.companyId}>
      <PageFrame
        title={company.name}
        breadcrumbs={[{ label: 'Companies', to: COMPANIES }]}
        actions={
          <ListLinks
            links={[
              { to: `${path}/customer-statuses`, label: 'Customer statuses' },
              { to: `${path}/service-zones`, label: 'Service zones' },
              { to: `${path}/map-service-zones`, label: 'Zone map' },
              { to: `${path}/notification-settings`, label: 'Notifications', requires: notificationSettings.requires },
            ]}
          />
        }
      >
        <RecordColumns
          side={
            <>
              <CompanyFacts {...section} />
              <CompanyInvites {...section} />
            </>
          }
        >
          <Panel title="Details">
            {whyNot === null ? <CompanyForm {...section} /> : <p className="v-hint">{whyNot}</p>}
          </Panel>
          <KeyPeoplePanel
            call={calls.updateKeyPeople}
            record={{ ...company, id: company.companyId }}
            said={SAID}
            whyNot={whyNot}
            refresh={refresh}
          />
          <CompanyLocations {...section} />
          <CompanyPayment {...section} />
          <CompanyOrdering {...section} />
          <CompanyDistributors {...section} />
        </RecordColumns>
      </PageFrame>
    </Days>
  );
}

const READERS_OWN = 'Each reader’s own';

type Values = { name: string; companyType: string; licenseId: number | null; timeZone: string | null };

function CompanyForm({ company, refresh }: CompanySection) {
  const licenses = useLicenseOptions(company.state.ansiAbbrevation);
  const zones = useMemo(() => zoneChoices(company.timeZone), [company.timeZone]);
  const form = useRecordForm<typeof companies, Values>(companies, {
    id: company.companyId,
    values: ownFields(company),
    version: company.version,
    refresh,
    ...SAID,
  });
  return (
    <FormSheet
      form={form}
      label="Details"
      save="Save"
      fields={[
        { name: 'name', label: 'Name', required: true, maxLength: 120 },
        { name: 'companyType', label: 'Type', control: 'select', options: typeOptions, required: true, half: true },
        {
          name: 'licenseId',
          label: 'License',
          control: 'select',
          options: licenses,
          placeholder: 'None',
          half: true,
          hint: `Your licenses in ${company.state.ansiAbbrevation}.`,
        },
        {
          name: 'timeZone',
          label: 'Time zone',
          control: 'lookup',
          options: zones,
          placeholder: READERS_OWN,
          hint: 'Lists, reports and documents count days in it, whoever reads them. Leave blank to use each reader’s own.',
        },
      ]}
    />
  );
}

function CompanyFacts({ company, whyNot, refresh }: CompanySection) {
  const [isRemoving, setRemoving] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const navigate = useNavigate();
  const { isMarketplaceLinked, marketplaceLinkSevered } = company;
  const unlinked = marketplaceLinkSevered ? 'Link severed: prices are set here' : 'Not connected: prices are set here';
  const facts = {
    State: stateName(company.state.ansiAbbrevation),
    'Wholesale marketplace': isOffered('wholesale') && (
      <Link to="/account/integrations">{isMarketplaceLinked ? 'Connected: prices come from there' : unlinked}</Link>
    ),
  };
  return (
    <Panel title="Sales">
      <PictureField
        label="Logo"
        calls={companyPictures}
        input={{ params: { id: company.companyId } }}
        uri={company.profileImageUri}
        shape="square"
        empty={<Icon name="building" size={32} />}
        removed="Buyers will see no logo beside its name."
        onChanged={refresh}
        locked={whyNot && <span className="v-hint">{whyNot}</span>}
      />
      <Facts layout="stacked" facts={facts} />
      {(isMarketplaceLinked || marketplaceLinkSevered) && (
        <div>
          <Button disabled={whyNot !== null} onClick={() => setLinking(true)}>
            {isMarketplaceLinked ? 'Sever link' : 'Join link again'}
          </Button>
        </div>
      )}
      {isLinking && <LinkDialog company={company} refresh={refresh} onClose={() => setLinking(false)} />}
      <div>
        <Button disabled={whyNot !== null} onClick={() => setRemoving(true)}>
          Remove company
        </Button>
      </div>
      {isRemoving && (
        <RemoveCompany
          company={company}
          onDone={() => navigate(COMPANIES, { replace: true })}
          onClose={() => setRemoving(false)}
        />
      )}
    </Panel>
  );
}

type LinkProps = Pick<CompanySection, 'company' | 'refresh'> & { onClose: () => void };

/** Says what severing a company's link with the wholesale marketplace changes, or joining it, before it is done. */
function LinkDialog({
  company: { companyId: id, name, isMarketplaceLinked: severed, version },
  refresh,
  onClose,
}: LinkProps) {
  const { run } = useCall(calls.setMarketplaceLink, { showsErrors: true });
  const query = useCallQuery(calls.marketplaceLink, { params: { id } }, { staleTime: 0, keyedBy: `${id} ${version}` });
  return (
    <Confirm
      title={severed ? `Sever the link of ${name}?` : `Join ${name} to the wholesale marketplace again?`}
      act={severed ? 'Sever link' : 'Join link'}
      tone={severed ? 'danger' : 'primary'}
      whyNot={query.data ? null : 'We’re reading what changes.'}
      run={() => run({ params: { id }, body: { severed, version } })}
      onDone={refresh}
      success={SAID.success}
      onClose={onClose}
    >
      <QueryState query={query}>
        {(change) => (
          <ul className={css.changes}>
            {linkChanges(change).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </QueryState>
    </Confirm>
  );
}
