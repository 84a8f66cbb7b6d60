import { useMemo, useState } from 'react';
import { z } from 'zod';
import type { License } from '../../domain/organization/organization';
import { currentSubject } from './call/tokens';
import { useSession } from './session';
import { readStored } from './stored';

/** By organization. */
const Memory = z.record(z.string(), z.number());

const none: readonly License[] = [];

/** The license an area works with, of those the person sees. */
export type ChosenLicense = {
  licenses: readonly License[];
  /** Null until there is one; nothing is read without. */
  license: License | null;
  choose: (id: number) => void;
};

/**
 * The license a person works with in an area, such as 'harvest', kept in this browser by person and organization. The
 * only one that `fits` the area is chosen without asking.
 */
export function useChosenLicense(area: string, fits: (license: License) => boolean = () => true): ChosenLicense {
  const { organization, scope } = useSession();
  const orgId = String(scope?.orgId);
  const key = `verdant.license.${area}.${currentSubject()}`;
  const [memory, setMemory] = useState(() => readStored('localStorage', key, Memory) ?? {});
  const seen = organization?.licenses ?? none;
  const licenses = useMemo(
    () => [...seen].sort((one, other) => one.licenseNumber.localeCompare(other.licenseNumber)),
    [seen],
  );
  const fitting = licenses.filter(fits);
  const only = fitting.length === 1 ? fitting[0] : undefined;
  const license = licenses.find(({ id }) => id === memory[orgId]) ?? only ?? null;
  const choose = (id: number) => {
    const next = { ...readStored('localStorage', key, Memory), [orgId]: id };
    localStorage.setItem(key, JSON.stringify(next));
    setMemory(next);
  };
  return { licenses: fitting.length > 0 ? byFit(licenses, fits) : licenses, license, choose };
}

/** Those that fit first. */
const byFit = (licenses: readonly License[], fits: (license: License) => boolean) => [
  ...licenses.filter(fits),
  ...licenses.filter((one) => !fits(one)),
];
