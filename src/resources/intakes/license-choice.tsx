import { useState } from 'react';
import { z } from 'zod';
import { useSession } from '../../providers/session';
import { readStored } from '../../providers/stored';
import { Field, Select } from '../../ui/Field';

const keyOf = (orgId: number) => `verdant.intakes.license.${orgId}`;

/**
 * The license whose intakes a person sees: the one they chose in this browser, or the only one there is. Null while none is
 * chosen, where nothing is read.
 */
export function useLicenseChoice() {
  const { organization, scope } = useSession();
  const orgId = scope?.orgId ?? 0;
  const [chosen, setChosen] = useState(() => readStored('localStorage', keyOf(orgId), z.number()));
  const licenses = [...(organization?.licenses ?? [])].sort((a, b) => a.licenseNumber.localeCompare(b.licenseNumber));
  const only = licenses.length === 1 ? licenses[0] : undefined;
  const license = licenses.find(({ id }) => id === chosen) ?? only ?? null;
  const choose = (id: number | null) => {
    setChosen(id);
    if (id === null) localStorage.removeItem(keyOf(orgId));
    else localStorage.setItem(keyOf(orgId), JSON.stringify(id));
  };
  return { licenses, license, choose };
}

/** Of which license the intakes are. */
export function LicenseChoice({ licenses, license, choose }: ReturnType<typeof useLicenseChoice>) {
  if (licenses.length < 2) return null;
  return (
    <Field label="License" labelHidden>
      <Select
        placeholder="Choose a license"
        options={licenses.map(({ id, licenseNumber, name }) => ({
          value: String(id),
          label: `${licenseNumber} ${name}`,
        }))}
        value={license === null ? '' : String(license.id)}
        onChange={({ target }) => choose(target.value === '' ? null : Number(target.value))}
      />
    </Field>
  );
}
