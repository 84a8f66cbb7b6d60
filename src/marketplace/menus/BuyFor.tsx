import { licenseDisplayName } from '../../../domain/access/vocabulary';
import type { BuyerLicense } from '../../../domain/organization/organization';
import { choose } from '../../providers/session/session-store';
import { Button } from '../../ui/Button';
import css from '../marketplace.module.css';

/** A license as its buyer tells it from their others. */
export const nameOf = ({ license }: BuyerLicense) => `${license.dba || license.name} · ${licenseDisplayName(license)}`;

/** Offers to buy for one of these licenses instead. */
export function BuyFor({ licenses }: { licenses: readonly BuyerLicense[] }) {
  return (
    <span className={`${css.actions} ${css.buyFor}`}>
      {licenses.slice(0, 3).map((one) => (
        <Button key={one.id} onClick={() => choose({ buyerLicenseId: one.id })}>
          Buy for {nameOf(one)}
        </Button>
      ))}
    </span>
  );
}
