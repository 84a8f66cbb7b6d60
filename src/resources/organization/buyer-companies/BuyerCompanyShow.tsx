import { useParams } from 'react-router';
import { COMPANY_TYPES, licenseDisplayName } from '../../../../domain/access/vocabulary';
import type { BuyerCompanyRecord } from '../../../../domain/organization/buyer-company';
import { Can } from '../../../access/useCan';
import { FormSheet } from '../../../kit/form/FormSheet';
import { QueryState } from '../../../kit/form/QueryState';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { Panel, RecordColumns } from '../../../kit/record/RecordPage';
import { CallError } from '../../../providers/call/call-errors';
import { aheadOf } from '../../../providers/refine/look-ahead';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { ErrorScreen } from '../../../shell/errors/ErrorScreen';
import { useTitle } from '../../../shell/useTitle';
import { Facts } from '../../../ui/Facts';
import { PageFrame } from '../../../ui/PageFrame';
import { BuyerApprovals } from './BuyerApprovals';
import { BUYER_COMPANIES, nameOf, SAID } from './buyer-company.text';
import { buyerCompanies } from './resource';
import { type BuyerValues, useBuyerFields } from './useBuyerForm';

export const ahead = aheadOf(buyerCompanies);

/** A company the organization buys with. */
export default function BuyerCompanyShow() {
  const { slug = '' } = useParams();
  const isId = /^[1-9]\d{0,14}$/.test(slug);
  const { result: data, query } = useResourceOne(buyerCompanies, isId ? Number(slug) : undefined);
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (!isId || isGone) {
    return (
      <ErrorScreen status={404} message="This buyer company doesn’t exist, or its licenses aren’t assigned to you." />
    );
  }
  return (
    <QueryState query={{ data, error: query.error, refetch: query.refetch }}>
      {(company) => <BuyerCompanyPage company={company} refresh={query.refetch} />}
    </QueryState>
  );
}

type PageProps = { company: BuyerCompanyRecord; refresh: () => unknown };

function BuyerCompanyPage({ company, refresh }: PageProps) {
  useTitle(nameOf(company));
  const licenses = Object.fromEntries(
    company.buyerLicenses.map(({ license }) => [
      licenseDisplayName(license),
      `${license.name}, ${COMPANY_TYPES[license.licenseType].label}, ${license.address.city}`,
    ]),
  );
  return (
    <PageFrame title={nameOf(company)} breadcrumbs={[{ label: 'Buyer companies', to: BUYER_COMPANIES }]}>
      <RecordColumns
        side={
          <Panel title="Buys for">
            <Facts layout="stacked" facts={licenses} />
          </Panel>
        }
      >
        <Panel title="Details">
          <Can
            requires={buyerCompanies.update.requires}
            otherwise={(whyNot) => (
              <>
                <Facts facts={{ 'Legal name': company.businessLicenseName, 'Doing business as': company.dba }} />
                <p className="v-hint">{whyNot}</p>
              </>
            )}
          >
            <BuyerCompanyForm company={company} refresh={refresh} />
          </Can>
        </Panel>
        <BuyerApprovals company={company} />
      </RecordColumns>
    </PageFrame>
  );
}

function BuyerCompanyForm({ company, refresh }: PageProps) {
  const { id, businessLicenseName, dba, buyerLicenses, version } = company;
  const fields = useBuyerFields();
  const form = useRecordForm<typeof buyerCompanies, BuyerValues>(buyerCompanies, {
    id,
    values: { businessLicenseName, dba: dba ?? '', licenseIds: buyerLicenses.map(({ licenseId }) => licenseId) },
    version,
    refresh,
    ...SAID,
  });
  return <FormSheet form={form} label="Details" save="Save" fields={fields} />;
}
