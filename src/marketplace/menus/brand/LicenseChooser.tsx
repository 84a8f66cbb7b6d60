import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import type { Brand } from '../../../../domain/directory/listing';
import type { BuyerLicense } from '../../../../domain/organization/organization';
import { choose } from '../../../providers/session/session-store';
import { Button } from '../../../ui/Button';
import { Field, Select } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import css from '../../marketplace.module.css';
import type { Buying } from './useBuying';

const nameOf = ({ license }: BuyerLicense) => `${license.dba || license.name} · ${licenseDisplayName(license)}`;

/** The license to buy for, remembered; and why nothing can be bought, if so. */
export function LicenseChooser({ brand, buying }: { brand: Brand; buying: Buying }) {
  const { licenses, license, whyNot, isLicenseAtFault } = buying;
  const states = brand.sellers.map(({ usState }) => usState);
  const others = licenses.filter(
    ({ id, license }) => id !== license?.id && states.includes(license.state.ansiAbbrevation),
  );
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
            {isLicenseAtFault && others.length > 0 && (
              <span className={css.actions}>
                {others.slice(0, 3).map((one) => (
                  <Button key={one.id} onClick={() => choose({ buyerLicenseId: one.id })}>
                    Buy for {nameOf(one)}
                  </Button>
                ))}
              </span>
            )}
          </div>
        </div>
      )}
    </>
  );
}
