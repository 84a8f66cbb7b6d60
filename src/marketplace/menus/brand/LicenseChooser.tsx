import { choose } from '../../../providers/session/session-store';
import { Field, Select } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import css from '../../marketplace.module.css';
import { BuyFor, nameOf } from '../BuyFor';
import type { Buying } from './useBuying';

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
