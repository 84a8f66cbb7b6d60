import { seesEverything } from '../../domain/access/roles';
import { useSession } from '../providers/session';
import type { GridEmpty } from '../ui/grid';
import { useAnchored } from '../ui/Menu';
import { Popover } from '../ui/Popover';
import css from './WhyNot.module.css';

/** "Why can't I?" beside something a person may not use, with the reason and who can change it. */
export function WhyNot({ reason }: { reason: string }) {
  const { anchor, close, buttonProps } = useAnchored();
  return (
    <>
      <button type="button" className="v-link" aria-haspopup="dialog" {...buttonProps}>
        Why can’t I?
      </button>
      {anchor && (
        <Popover anchor={anchor} onClose={close} role="dialog" label="Why can’t I?" align="end" className={css.reason}>
          {reason}
        </Popover>
      )}
    </>
  );
}

/** What a list of the inventory shows someone without an assigned license; null for everyone else. */
export function useNoLicense(what: string): GridEmpty | null {
  const { membership, organization } = useSession();
  if (!membership || organization?.licenses.length || seesEverything(membership)) return null;
  return {
    title: 'No license is assigned to you yet',
    hint: `Ask someone who manages your team to assign you one. Its ${what} will then appear here.`,
  };
}

/** What a company's list shows someone without an assigned company; null for everyone else. */
export function useNotAssigned(what: string): GridEmpty | null {
  const { membership, sellerCompany } = useSession();
  if (!membership || sellerCompany || seesEverything(membership)) return null;
  return {
    title: 'No company is assigned to you yet',
    hint: `Ask someone who manages your team to assign you one. Its ${what} will then appear here.`,
  };
}
