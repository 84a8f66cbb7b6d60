import type { Brand } from '../../domain/directory/listing';
import type { BuyerLicence } from '../../domain/organisation/organisation';
import { licenceDisplayName } from '../../domain/organisation/vocabulary';
import { choose } from '../providers/session-store';
import { Button } from '../ui/Button';
import { Field, Select } from '../ui/Field';
import { Icon } from '../ui/Icon';
import type { Buying } from './useBuying';

const nameOf = ({ license }: BuyerLicence) => `${license.dba || license.name} · ${licenceDisplayName(license)}`;

/** Which licence one buys for, remembered; and what stands in the way where nothing can be bought. */
export function LicenceChooser({ brand, buying }: { brand: Brand; buying: Buying }) {
  const { licences, licence, whyNot, isLicenceAtFault } = buying;
  const states = brand.sellers.map(({ usState }) => usState);
  const others = licences.filter(
    ({ id, license }) => id !== licence?.id && states.includes(license.state.ansiAbbrevation),
  );
  return (
    <>
      {licences.length > 0 && (whyNot === null || isLicenceAtFault) && (
        <Field label="Buying for license">
          <Select
            options={licences.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
            value={String(licence?.id ?? '')}
            onChange={(event) => choose({ buyerLicenceId: Number(event.target.value) })}
          />
        </Field>
      )}
      {whyNot && (
        <div className="m-notice m-wide" role="note">
          <Icon name="info" />
          <div>
            <strong>You can look, but not buy here.</strong> {whyNot}
            {isLicenceAtFault && others.length > 0 && (
              <span className="m-actions">
                {others.slice(0, 3).map((one) => (
                  <Button key={one.id} onClick={() => choose({ buyerLicenceId: one.id })}>
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
