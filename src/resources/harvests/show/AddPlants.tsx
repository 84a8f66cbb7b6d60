import { useMemo, useState } from 'react';
import { shortDay } from '../../../../domain/dates';
import { harvests as calls } from '../../../../domain/harvests/contract';
import { type AvailablePlant, type Harvest, MOST_PLANTS_ADDED } from '../../../../domain/harvests/harvest';
import { readTags } from '../../../../domain/inventory/packages/scanned-tag';
import { finds } from '../../../../domain/search-text';
import { counted, listed } from '../../../../domain/text';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { WithAppScan } from '../../../kit/scan/WithAppScan';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { showSnack } from '../../../providers/snackbar';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field, FieldError, TextInput } from '../../../ui/Field';
import { DataGrid, type GridColumn, type GridSelection } from '../../../ui/grid';
import css from '../harvests.module.css';

const NONE: GridSelection = { kind: 'some', ids: [] };

/** Chooses flowering plants of the harvest's strain: by their tags, one by one, or all. */
export function AddPlants({ harvest, onClose }: { harvest: Harvest; onClose: () => void }) {
  const { id, strainId, strainName } = harvest;
  const found = useCallQuery(
    calls.availablePlants,
    { params: { id }, query: { strainId } },
    { staleTime: 0, topics: ['harvests'], waitsForKey: true },
  );
  const { run, isPending, error } = useCall(calls.addPlants, { showsErrors: true });
  const [text, setText] = useState('');
  const [selection, setSelection] = useState<GridSelection>(NONE);
  const shown = useMemo(() => {
    const isFound = finds(text);
    return found.data?.filter(({ label, locationName }) => isFound(label) || isFound(locationName ?? ''));
  }, [found.data, text]);
  const chosen =
    selection.kind === 'some'
      ? (found.data ?? []).filter((one) => selection.ids.includes(String(one.id)))
      : (shown ?? []).filter((one) => !selection.except.includes(String(one.id)));
  const isTooMany = chosen.length > MOST_PLANTS_ADDED;
  const choose = (plants: readonly AvailablePlant[]) => {
    const ids = new Set([...chosen, ...plants].map((one) => String(one.id)));
    setSelection({ kind: 'some', ids: [...ids] });
  };
  const add = async () => {
    const result = await run({ params: { id }, body: { plants: chosen.map(({ label }) => ({ label })) } });
    if (!result.ok) return;
    showSnack({ status: 'success', message: `${counted(chosen.length, 'plant')} added.` });
    onClose();
  };
  return (
    <Dialog
      title="Add plants"
      width={760}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button
            tone="primary"
            busy={isPending}
            disabled={chosen.length === 0 || isTooMany}
            onClick={() => void add()}
          >
            {chosen.length === 0 ? 'Add plants' : `Add ${counted(chosen.length, 'plant')}`}
          </Button>
        </>
      }
    >
      <div className={css.picked}>
        <ScannedTags available={found.data} onFound={choose} />
        <DataGrid<AvailablePlant>
          id="available-plants"
          label={`Flowering plants of ${strainName}`}
          columns={COLUMNS}
          rows={shown}
          rowId={(one) => String(one.id)}
          rowLabel={({ label }) => `plant ${label}`}
          noun={['plant', 'plants']}
          error={found.error && messageOf(found.error)}
          onRetry={() => void found.refetch()}
          selection={selection}
          onSelectionChange={setSelection}
          height={380}
          empty={
            text === ''
              ? { title: `No flowering plants of ${strainName}`, hint: 'Plants in other harvests aren’t listed.' }
              : { title: 'No plants match' }
          }
          toolbar={
            <TextInput
              type="search"
              aria-label="Find plants"
              placeholder="Find by tag or location"
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                // What was chosen stays, whatever is shown.
                if (selection.kind === 'all') choose([]);
              }}
            />
          }
        />
        {isTooMany && <FieldError>At most {MOST_PLANTS_ADDED} plants at a time.</FieldError>}
        {error !== null && !isPending && <FieldError>{messageOf(error)}</FieldError>}
      </div>
    </Dialog>
  );
}

type ScannedProps = {
  available: readonly AvailablePlant[] | undefined;
  onFound: (plants: readonly AvailablePlant[]) => void;
};

/** Chooses plants by tags that are scanned, typed or pasted; says which aren't to be had. */
function ScannedTags({ available, onFound }: ScannedProps) {
  const [text, setText] = useState('');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const take = (typed: string) => {
    const tags = readTags(typed);
    if (tags.length === 0 || !available) return;
    setText('');
    const byLabel = new Map(available.map((one) => [one.label, one]));
    setMissing(tags.filter((tag) => !byLabel.has(tag)));
    onFound(tags.flatMap((tag) => byLabel.get(tag) ?? []));
  };
  const few = missing.slice(0, 5);
  const more = missing.length - few.length;
  return (
    <Field
      label="Tags"
      hint="Scan, type or paste one or many, then press Enter."
      {...(missing.length > 0 && {
        error: `Not among these plants: ${listed(more > 0 ? [...few, `${more} more`] : few)}`,
      })}
    >
      <WithAppScan onScan={take}>
        <TextInput
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPaste={(event) => {
            event.preventDefault();
            take(text + event.clipboardData.getData('text'));
          }}
          onKeyDown={(event) => {
            const isTab = event.key === 'Tab' && !event.shiftKey && text.trim() !== '';
            if (event.key !== 'Enter' && !isTab) return;
            event.preventDefault();
            take(text);
          }}
        />
      </WithAppScan>
    </Field>
  );
}

const COLUMNS: readonly GridColumn<AvailablePlant>[] = [
  nameColumn('label', 'Tag', { cell: ({ label }) => label, width: 236 }),
  textColumn('location', 'Location', ({ locationName }) => locationName, { width: 180, sortable: true }),
  textColumn('planted', 'Planted', ({ plantedDate }) => plantedDate && shortDay(plantedDate), { width: 120 }),
];
