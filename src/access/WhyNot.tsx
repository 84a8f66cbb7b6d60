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
