import { licenseDisplayName } from '../../../domain/access/vocabulary';
import { useSession } from '../../providers/session';
import { choose, selectOrganization } from '../../providers/session/session-store';
import { reportError } from '../../providers/snackbar';
import { discardFirst } from '../questions/DiscardFirst';

type ContextAction = { id: string; label: string; hint: string; run: () => void };

/** Other organizations, companies and licenses to switch to. */
export function useContextActs(): ContextAction[] {
  const { user, orgs, organization, sellerCompany, buyerCompany, buyerLicense } = useSession();
  const act = (id: string, label: string, hint: string, run: () => void): ContextAction => ({ id, label, hint, run });
  // The temporary token covers one organization only.
  const organizations = user.impersonatedBy ? [] : orgs.filter(({ id }) => id !== organization?.id);
  const sellers = organization?.companies.filter(({ companyId }) => companyId !== sellerCompany?.companyId) ?? [];
  const buyers = organization?.buyerCompanies.filter(({ id }) => id !== buyerCompany?.id) ?? [];
  const licenses = buyerCompany?.buyerLicenses.filter(({ id }) => id !== buyerLicense?.id) ?? [];
  return [
    ...organizations.map(({ id, name }) =>
      act(`organization ${id}`, `Switch to ${name}`, 'Organization', () =>
        discardFirst(() => void selectOrganization(id).catch((error: unknown) => reportError(error))),
      ),
    ),
    ...sellers.map(({ companyId, name }) =>
      act(`seller ${companyId}`, `Sell as ${name}`, 'Company', () =>
        discardFirst(() => choose({ sellerCompanyId: companyId })),
      ),
    ),
    ...buyers.map(({ id, dba, businessLicenseName }) =>
      act(`buyer ${id}`, `Buy as ${dba ?? businessLicenseName}`, 'Company', () =>
        discardFirst(() => choose({ buyerCompanyId: id, buyerLicenseId: null })),
      ),
    ),
    ...licenses.map(({ id, license }) =>
      act(`license ${id}`, `Buy for ${licenseDisplayName(license)}`, 'License', () => choose({ buyerLicenseId: id })),
    ),
  ];
}
