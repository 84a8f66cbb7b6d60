import type { CompanyRecord } from './company';
import type { Organization } from './organization';

/** What an organization has so far. */
export type SetupState = Pick<Organization, 'licenses' | 'brands' | 'buyerCompanies'> & {
  companies: readonly Company[];
  /** How many people are on the team; null for readers who can't see it. */
  people: number | null;
};

type Company = Pick<CompanyRecord, 'companyId' | 'name' | 'licenseId' | 'keyPeople' | 'locations' | 'paymentOptions'>;

export type SetupStep = {
  id: string;
  title: string;
  /** `optional`: not needed to trade. */
  state: 'done' | 'missing' | 'optional';
  /** What is there, or what is missing and what it is for. */
  text: string;
  /** Where to see to it. */
  path: string;
};

const MANAGE = '/account/manage';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** What an organization needs to trade, in the order to see to it: what it has and what is missing. */
export function setupSteps({ licenses, brands, companies, buyerCompanies, people }: SetupState): SetupStep[] {
  const isBuyer = buyerCompanies.length > 0;
  const isSeller = companies.length > 0;
  const online = licenses.filter(({ connectionStatus }) => connectionStatus === 'ONLINE').length;
  const enabled = brands.filter(({ disabled }) => !disabled).length;
  return [
    {
      id: 'licenses',
      title: 'Licenses',
      state: licenses.length > 0 ? 'done' : 'missing',
      text: licenses.length > 0 ? counted(licenses.length, 'license', 'licenses') : 'Add the licenses you trade with.',
      path: `${MANAGE}/licenses`,
    },
    {
      id: 'tracking',
      title: 'Tracking system',
      state: online > 0 ? 'done' : 'optional',
      text:
        online > 0
          ? `${online} of ${counted(licenses.length, 'license', 'licenses')} connected`
          : 'Connect a license to sync its packages.',
      path: '/account/integrations',
    },
    companiesStep(companies, isBuyer),
    ...companies.flatMap(companySteps),
    {
      id: 'brands',
      title: 'Brands',
      state: enabled > 0 ? 'done' : isSeller ? 'missing' : 'optional',
      text: enabled > 0 ? counted(enabled, 'brand', 'brands') : 'Buyers shop by brand. Add one to list your products.',
      path: '/network/brands',
    },
    {
      id: 'buyer-companies',
      title: 'Buyer companies',
      state: isBuyer ? 'done' : isSeller ? 'optional' : 'missing',
      text: isBuyer
        ? counted(buyerCompanies.length, 'buyer company', 'buyer companies')
        : 'Add one to order on the marketplace.',
      path: `${MANAGE}/buyer-companies`,
    },
    ...(people === null ? [] : [teamStep(people)]),
  ];
}

function companiesStep({ length }: { length: number }, isBuyer: boolean): SetupStep {
  return {
    id: 'companies',
    title: 'Companies',
    state: length > 0 ? 'done' : isBuyer ? 'optional' : 'missing',
    text: length > 0 ? counted(length, 'company', 'companies') : 'Add one for each state you sell in.',
    path: `${MANAGE}/companies`,
  };
}

/** What one company lacks; nothing if it is complete. */
function companySteps(company: Company): SetupStep[] {
  const { companyId, name, licenseId, keyPeople, locations, paymentOptions } = company;
  const needed = [paymentOptions.length === 0 && 'payment options', licenseId === null && 'license'].filter(
    (one) => one !== false,
  );
  const nice = [keyPeople.length === 0 && 'key people', locations.length === 0 && 'locations'].filter(
    (one) => one !== false,
  );
  const lacks = [...needed, ...nice];
  if (lacks.length === 0) return [];
  return [
    {
      id: `company-${companyId}`,
      title: name,
      state: needed.length > 0 ? 'missing' : 'optional',
      text: `No ${lacks.join(', ')} yet.`,
      path: `${MANAGE}/companies/${companyId}`,
    },
  ];
}

function teamStep(people: number): SetupStep {
  return {
    id: 'team',
    title: 'Team',
    state: people > 1 ? 'done' : 'optional',
    text: people > 1 ? counted(people, 'person', 'people') : 'It’s only you so far. Invite the people you work with.',
    path: '/account/manage-users',
  };
}
