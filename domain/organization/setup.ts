import { counted } from '../text';
import type { CompanyRecord } from './company';
import { type Need, needsOf } from './first-needs';
import type { Organization } from './organization';

/** What an organization has so far. */
export type SetupState = Pick<Organization, 'licenses' | 'brands' | 'buyerCompanies' | 'listsProducts'> & {
  companies: readonly Company[];
  /** How many people are on the team; null for readers who can't see it. */
  people: number | null;
};

type Company = Pick<CompanyRecord, 'companyId' | 'name' | 'licenseId' | 'keyPeople' | 'locations' | 'paymentOptions'>;

export type SetupStep = {
  id: string;
  title: string;
  /** `optional`: not needed to trade; `waiting`: for others. */
  state: 'done' | 'missing' | 'optional' | 'waiting';
  /** What is there, or what is missing and what it is for. */
  text: string;
  /** Where to see to it. */
  path: string;
};

const MANAGE = '/account/manage';

/** A count in words; null for none. */
const countedOrNull = (count: number, one: string, many?: string) => (count === 0 ? null : counted(count, one, many));

type Core = Omit<SetupState, 'companies' | 'people'> & { companies: readonly unknown[] };

/** What an organization can't trade without, in the order to see to it: done, missing, or not needed by its kind. */
function coreSteps(organization: Core): SetupStep[] {
  const { licenses, brands, companies, buyerCompanies, listsProducts } = organization;
  const needs = needsOf(organization);
  const enabled = brands.filter(({ disabled }) => !disabled).length;
  const step = (id: Need, title: string, path: string, count: string | null, purpose: string): SetupStep => {
    const state = needs.has(id) ? 'missing' : count === null ? 'optional' : 'done';
    return { id, title, state, text: count ?? purpose, path };
  };
  return [
    step(
      'licenses',
      'Licenses',
      `${MANAGE}/licenses`,
      countedOrNull(licenses.length, 'license'),
      'Add the licenses you trade with.',
    ),
    step(
      'companies',
      'Companies',
      `${MANAGE}/companies`,
      countedOrNull(companies.length, 'company', 'companies'),
      'Add one for each state you sell in.',
    ),
    inReview(brands) ??
      step(
        'brands',
        'Brands',
        '/network/brands',
        countedOrNull(enabled, 'brand'),
        'Buyers shop by brand. Add one to list your products.',
      ),
    step(
      'products',
      'Products',
      '/inventory/products',
      listsProducts ? 'Buyers see your products.' : null,
      'Add what you sell. Buyers see it once it’s available.',
    ),
    step(
      'buyer-companies',
      'Buyer companies',
      `${MANAGE}/buyer-companies`,
      countedOrNull(buyerCompanies.length, 'buyer company', 'buyer companies'),
      'Add one to order on the marketplace.',
    ),
  ];
}

/** That the only brands still wait for support staff; null otherwise. */
function inReview(brands: Core['brands']): SetupStep | null {
  const [first, ...others] = brands.filter(({ review }) => review === 'IN_REVIEW');
  if (first === undefined || brands.some(({ disabled }) => !disabled)) return null;
  const which = others.length === 0 ? `${first.name} is` : `${counted(others.length + 1, 'brand')} are`;
  const text = `${which} in review. You can add products now.`;
  return { id: 'brands', title: 'Brands', state: 'waiting', text, path: '/network/brands' };
}

/** The steps to an organization's first trade, done and missing; none once all are done. */
export function firstSteps(organization: Core): SetupStep[] {
  const steps = coreSteps(organization).filter(({ state }) => state !== 'optional');
  return steps.some(({ state }) => state === 'missing') ? steps : [];
}

/** What an organization needs to trade, in the order to see to it: what it has and what is missing. */
export function setupSteps(organization: SetupState): SetupStep[] {
  const { licenses, companies, people } = organization;
  return coreSteps(organization)
    .flatMap((step) => {
      if (step.id === 'licenses') return [step, trackingStep(licenses)];
      return step.id === 'companies' ? [step, ...companies.flatMap(companySteps)] : [step];
    })
    .concat(people === null ? [] : [teamStep(people)]);
}

function trackingStep(licenses: SetupState['licenses']): SetupStep {
  const online = licenses.filter(({ connectionStatus }) => connectionStatus === 'ONLINE').length;
  return {
    id: 'tracking',
    title: 'Tracking system',
    state: online > 0 ? 'done' : 'optional',
    text:
      online > 0
        ? `${online} of ${counted(licenses.length, 'license')} connected`
        : 'Connect a license to sync its packages.',
    path: '/account/integrations',
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
    text:
      (people > 1 && counted(people, 'person', 'people')) || 'It’s only you so far. Invite the people you work with.',
    path: '/account/manage-users',
  };
}
