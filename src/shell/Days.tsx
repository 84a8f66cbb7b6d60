import { type ReactNode, useState } from 'react';
import { type DaysOf, zoneThatCounts } from '../../domain/organization/day-zone';
import { useSessionState } from '../providers/session';
import { countDaysIn, timeZone } from '../ui/reader-dates';

type DaysProps = {
  /** A seller company's id, `company` for the one chosen at the top; else as the platform's calls have it. */
  of: DaysOf | 'company';
  children: ReactNode;
};

const NOBODY = { organization: null, sellerCompany: null };

/** Counts and shows days in the zone that counts for a screen or record; what is inside begins again when that changes. */
export function Days({ of, children }: DaysProps) {
  const state = useSessionState();
  const { organization, sellerCompany } = state.status === 'signed-in' ? state : NOBODY;
  const removed = organization?.removedCompanies.map((company) => ({ ...company, isRemoved: true })) ?? [];
  const zones = { companies: [...(organization?.companies ?? []), ...removed], reader: timeZone };
  const zone = zoneThatCounts(zones, of === 'company' ? (sellerCompany?.companyId ?? 'all') : of);
  return (
    <Counting key={zone} zone={zone}>
      {children}
    </Counting>
  );
}

/** Before its children render for the first time, so none of them shows another zone’s day. */
function Counting({ zone, children }: { zone: string; children: ReactNode }) {
  useState(() => countDaysIn(zone));
  return children;
}
