import { useEffect, useRef } from 'react';
import { licenseDisplayName } from '../../../domain/access/vocabulary';
import type { BuyerLicense } from '../../../domain/organization/organization';
import { choose } from '../../providers/session/session-store';
import { Button } from '../../ui/Button';
import { focusTrail, returnFocus } from '../../ui/focusable';
import css from '../marketplace.module.css';

/** A license as its buyer tells it from their others. */
export const nameOf = ({ license }: BuyerLicense) => `${license.dba || license.name} · ${licenseDisplayName(license)}`;

/** Offers to buy for one of these licenses instead. The focus then goes to what takes its place. */
export function BuyFor({ licenses }: { licenses: readonly BuyerLicense[] }) {
  const before = useRef<readonly Element[]>([]);
  useEffect(() => () => returnFocus(before.current), []);
  return (
    <span className={`${css.actions} ${css.buyFor}`}>
      {licenses.slice(0, 3).map((one) => (
        <Button
          key={one.id}
          onClick={() => {
            before.current = focusTrail();
            choose({ buyerLicenseId: one.id });
          }}
        >
          Buy for {nameOf(one)}
        </Button>
      ))}
    </span>
  );
}
