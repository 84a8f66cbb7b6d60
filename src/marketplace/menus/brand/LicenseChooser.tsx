import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import type { BuyerLicense } from '../../../../domain/organization/organization';
import { choose } from '../../../providers/session/session-store';
import { Button } from '../../../ui/Button';
import { Field, Select } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import css from '../../marketplace.module.css';
import type { Buying } from './useBuying';

const nameOf = ({ license }: BuyerLicense) => `${license.dba || license.name} · ${licenseDisplayName(license)}`;

/** The license to buy for, remembered; and why nothing can be bought, if so. */
export function LicenseChooser({ buying }: { buying: Buying }) {
  const { licenses, license, others, whyNot, isLicenseAtFault } = buying;
  return (
    <>
      {licenses.length > 0 && (whyNot === null || isLicenseAtFault) && (
        <Field label="Buying for license">
          <Select
            options={licenses.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
            value={String(license?.id ?? '')}
            onChange={(event) => choose({ buyerLicenseId: Number(event.target.value) })}
          />
        </Field>
      )}
      {whyNot && (
        <div className={`${css.notice} ${css.wide}`} role="note">
          <Icon name="info" />
          <div>
            <strong>You can browse, but not order here.</strong> {whyNot}
            {isLicenseAtFault && others.length > 0 && <BuyFor licenses={others} />}
          </div>
        </div>
      )}
    </>
  );
}

/** Offers to buy for one of these licenses instead. */
export function BuyFor({ licenses }: { licenses: readonly BuyerLicense[] }) {
  return (
    <span className={css.actions}>
      {licenses.slice(0, 3).map((one) => (
        <Button key={one.id} onClick={() => choose({ buyerLicenseId: one.id })}>
          Buy for {nameOf(one)}
        </Button>
      ))}
    </span>
  );
}
