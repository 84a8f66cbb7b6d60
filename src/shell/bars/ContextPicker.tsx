import { licenseDisplayName } from '../../../domain/access/vocabulary';
import type { SignedIn } from '../../providers/session/session-state';
import { choose, selectOrganization } from '../../providers/session/session-store';
import { reportError } from '../../providers/snackbar';
import { Field, Select } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { useAnchored } from '../../ui/Menu';
import { Popover } from '../../ui/Popover';
import { discardFirst } from '../questions/DiscardFirst';
import css from './ContextPicker.module.css';

/** Chooses organization, seller company, buyer company and buyer license, where there is a choice. */
export function ContextPicker({ session }: { session: SignedIn }) {
  const { anchor, close, buttonProps } = useAnchored();
  const { organization, sellerCompany, buyerCompany, buyerLicense, user } = session;
  if (!organization) return null;
  // Acting for someone covers one organization only.
  const orgs = user.impersonatedBy ? [organization] : session.orgs;
  const licenses = buyerCompany?.buyerLicenses ?? [];
  return (
    <>
      <button
        type="button"
        className={css.context}
        aria-haspopup="dialog"
        aria-label={`Working for ${organization.name}`}
        {...buttonProps}
      >
        <Icon name="building" size={18} />
        <span className={css.contextName}>{organization.name}</span>
        <Icon name="chevronDown" size={14} />
      </button>
      {anchor && (
        <Popover
          anchor={anchor}
          onClose={close}
          role="dialog"
          label="Organization and company"
          align="end"
          className={css.contextPanel}
        >
          <Choice
            label="Organization"
            value={organization.id}
            options={orgs.map(({ id, name }) => [id, name])}
            onChoose={(id) =>
              discardFirst(() => void selectOrganization(id).catch((error: unknown) => reportError(error)))
            }
          />
          <Choice
            label="Selling as"
            value={sellerCompany?.companyId}
            options={organization.companies.map(({ companyId, name }) => [companyId, name])}
            onChoose={(sellerCompanyId) => discardFirst(() => choose({ sellerCompanyId }))}
          />
          <Choice
            label="Buying as"
            value={buyerCompany?.id}
            options={organization.buyerCompanies.map(({ id, dba, businessLicenseName }) => [
              id,
              dba ?? businessLicenseName,
            ])}
            onChoose={(buyerCompanyId) => discardFirst(() => choose({ buyerCompanyId, buyerLicenseId: null }))}
          />
          <Choice
            label="Buying for license"
            value={buyerLicense?.id}
            options={licenses.map(({ id, license }) => [id, licenseDisplayName(license)])}
            onChoose={(buyerLicenseId) => choose({ buyerLicenseId })}
          />
        </Popover>
      )}
    </>
  );
}

type ChoiceProps = {
  label: string;
  value: number | undefined;
  options: readonly (readonly [id: number, name: string])[];
  onChoose: (id: number) => void;
};

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  if (options.length === 0) return null;
  return (
    <Field label={label}>
      <Select
        value={value}
        disabled={options.length === 1}
        options={options.map(([id, name]) => ({ value: String(id), label: name }))}
        onChange={(event) => onChoose(Number(event.target.value))}
      />
    </Field>
  );
}
