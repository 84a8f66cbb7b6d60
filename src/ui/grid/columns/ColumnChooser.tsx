import { Icon } from '../../Icon';
import { lazyDialog } from '../../lazy';
import { useAnchored } from '../../Menu';
import type { ColumnChoicesProps } from './ColumnChoices';

type ColumnChooserProps<Row> = Omit<ColumnChoicesProps<Row>, 'anchor' | 'onClose'>;

const Choices = lazyDialog(async () => (await import('./ColumnChoices')).ColumnChoices);

/** Opens which columns show, in what order, and which are pinned. */
export function ColumnChooser<Row>(props: ColumnChooserProps<Row>) {
  const { anchor, close, buttonProps } = useAnchored();
  return (
    <>
      <button
        type="button"
        className="v-button v-quiet"
        aria-haspopup="dialog"
        aria-label="Columns"
        onPointerEnter={Choices.prefetch}
        onFocus={Choices.prefetch}
        {...buttonProps}
      >
        <Icon name="columns" size={18} />
        <span data-wide>Columns</span>
      </button>
      {anchor && <Choices.Part {...(props as ColumnChooserProps<unknown>)} anchor={anchor} onClose={close} />}
    </>
  );
}
