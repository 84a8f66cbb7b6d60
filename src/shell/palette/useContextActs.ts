import { licenceDisplayName } from '../../../domain/organisation/vocabulary';
import { useSession } from '../../providers/session';
import { choose, selectOrganisation } from '../../providers/session-store';
import { reportError } from '../../providers/snackbar';
import { discardFirst } from '../DiscardFirst';

type ContextAct = { id: string; label: string; hint: string; run: () => void };

/** What one can work for instead of what one works for now: organisation, companies and licence. */
export function useContextActs(): ContextAct[] {
  const { user, orgs, organisation, sellerCompany, buyerCompany, buyerLicence } = useSession();
  const act = (id: string, label: string, hint: string, run: () => void): ContextAct => ({ id, label, hint, run });
  // The temporary token is good for one organization.
  const organisations = user.impersonatedBy ? [] : orgs.filter(({ id }) => id !== organisation?.id);
  const sellers = organisation?.companies.filter(({ companyId }) => companyId !== sellerCompany?.companyId) ?? [];
  const buyers = organisation?.buyerCompanies.filter(({ id }) => id !== buyerCompany?.id) ?? [];
  const licences = buyerCompany?.buyerLicenses.filter(({ id }) => id !== buyerLicence?.id) ?? [];
  return [
    ...organisations.map(({ id, name }) =>
      act(`organisation ${id}`, `Switch to ${name}`, 'Organization', () =>
        discardFirst(() => void selectOrganisation(id).catch((error: unknown) => reportError(error))),
      ),
    ),
    ...sellers.map(({ companyId, name }) =>
      act(`seller ${companyId}`, `Sell as ${name}`, 'Company', () =>
        discardFirst(() => choose({ sellerCompanyId: companyId })),
      ),
    ),
    ...buyers.map(({ id, dba, businessLicenseName }) =>
      act(`buyer ${id}`, `Buy as ${dba ?? businessLicenseName}`, 'Company', () =>
        discardFirst(() => choose({ buyerCompanyId: id, buyerLicenceId: null })),
      ),
    ),
    ...licences.map(({ id, license }) =>
      act(`licence ${id}`, `Buy for ${licenceDisplayName(license)}`, 'License', () => choose({ buyerLicenceId: id })),
    ),
  ];
}
