import { formatNumber } from '../../../domain/money';
import { Button } from '../../ui/Button';
import css from '../marketplace.module.css';
import type { useLineEntry } from './useLineEntry';

type ClashChoiceProps = { entry: Pick<ReturnType<typeof useLineEntry>, 'clash' | 'isSaving' | 'answer'> };

/** Which of two quantities a line gets: one's own, or a colleague's. */
export function ClashChoice({ entry: { clash, isSaving, answer } }: ClashChoiceProps) {
  if (clash === null || clash.quantity === null) return null;
  return (
    <span className={css.actions}>
      <Button busy={isSaving} onClick={() => answer(true)}>
        Use {formatNumber(clash.mine)}
      </Button>
      <Button onClick={() => answer(false)}>Keep {formatNumber(clash.quantity)}</Button>
    </span>
  );
}
