import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { inventory as calls, MOST_NOTED } from '../../../../domain/inventory/packages/contract';
import type { InventoryPackage } from '../../../../domain/inventory/packages/package';
import { PACKAGE_STATUSES } from '../../../../domain/inventory/packages/package';
import { readTags, wholeTags } from '../../../../domain/inventory/packages/scanned-tag';
import { formatAmount } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useCallForm } from '../../../kit/form/useRecordForm';
import { ScanButton } from '../../../kit/scan/ScanButton';
import { call } from '../../../providers/call';
import { messageOf } from '../../../providers/call/call-errors';
import { Field, TextInput } from '../../../ui/Field';
import css from './PackageDrawer.module.css';

type ScanValues = { packageLabels: string[]; notes: string };
type Place = { orgId: number; usState: string };
type ScanProps = Place & { onClose: () => void };

/** Scans up to a hundred tags in a row, without touching anything else, and then notes something on all of them. */
export function ScanDialog({ onClose, ...place }: ScanProps) {
  const [count, setCount] = useState(0);
  const form = useCallForm(calls.setNotes, {
    params: { orgId: place.orgId },
    values: { packageLabels: [], notes: '' } as ScanValues,
    body: (values) => ({ ...values, state: place.usState }),
    success: ({ length }) => `${counted(length, 'package')} noted.`,
    draft: false,
    onSaved: onClose,
  });
  return (
    <FormDrawer<ScanValues>
      form={form}
      title="Scan packages"
      save={`Save notes of ${counted(count, 'package')}`}
      whyNot={count === 0 ? 'Scan a tag first.' : null}
      onClose={onClose}
      width={560}
      labels={{ packageLabels: 'Tags' }}
      fields={[{ name: 'notes', label: 'Notes', control: 'textarea', rows: 2, maxLength: 1000 }]}
      intro={<Scans place={place} onCount={setCount} />}
    />
  );
}

type Scan = { label: string; found: InventoryPackage | null; problem: string | null };

/** The field that tags are scanned into, and what each was found to be, the latest first. */
function Scans({ place, onCount }: { place: Place; onCount: (count: number) => void }) {
  const { setValue } = useFormContext<ScanValues>();
  const [scans, setScans] = useState<readonly Scan[]>([]);
  const [text, setText] = useState('');
  const known = useRef(new Map<string, Scan>());
  const show = () => {
    const all = [...known.current.values()];
    const labels = all.flatMap(({ label, found }) => (found ? [label] : []));
    setScans(all.toReversed());
    setValue('packageLabels', labels, { shouldDirty: true });
    onCount(labels.length);
  };
  const scan = async (label: string) => {
    if (known.current.has(label) || known.current.size >= MOST_NOTED) return;
    known.current.set(label, { label, found: null, problem: null });
    show();
    const { orgId, usState } = place;
    try {
      const query = { orgId, usState, packageLabelSearchTerm: label, includeInactive: true };
      const { results } = await call(calls.list, { query });
      const found = results.find((one) => one.label === label) ?? null;
      known.current.set(label, { label, found, problem: found ? null : `Not among your packages in ${usState}` });
    } catch (error) {
      known.current.set(label, { label, found: null, problem: messageOf(error) });
    }
    show();
  };
  const take = (typed: string) => {
    setText('');
    for (const label of readTags(typed)) void scan(label);
  };
  const remove = (label: string) => {
    known.current.delete(label);
    show();
  };
  const missing = scans.filter(({ problem }) => problem !== null).length;
  return (
    <>
      <div className={css.scan}>
        <Field label="Tag" hint="Scan, type or paste one or many; each is added with Enter or Tab.">
          <TextInput
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => (wholeTags(target.value).length > 1 ? take(target.value) : setText(target.value))}
            onPaste={(event) => {
              event.preventDefault();
              take(text + event.clipboardData.getData('text'));
            }}
            onKeyDown={(event) => {
              // Some scanners end with Tab: with a text it adds, as Enter does.
              const isTab = event.key === 'Tab' && !event.shiftKey && text.trim() !== '';
              if (event.key !== 'Enter' && !isTab) return;
              event.preventDefault();
              event.stopPropagation();
              take(text);
            }}
            onBlur={() => take(text)}
          />
        </Field>
        <ScanButton onScan={take} />
      </div>
      <p className="v-hint" role="status">
        {scans.length === 0 ? '' : `${scans.length} of ${MOST_NOTED} scanned`}
        {missing > 0 && `, ${missing} not found`}
      </p>
      {scans.length > 0 && (
        <ul className={css.orders} aria-label="Scanned tags">
          {scans.map(({ label, found, problem }) => (
            <li key={label}>
              <span className={css.amount}>{label}</span>
              <span className={problem ? css.short : undefined}>{problem ?? found?.itemName ?? 'Looking it up'}</span>
              <span className="muted">
                {found &&
                  `${formatAmount(found.quantity)} ${found.unitOfMeasureAbbreviation}, ${PACKAGE_STATUSES[found.status].label.toLowerCase()}`}
              </span>
              <button type="button" className="v-link" aria-label={`Remove ${label}`} onClick={() => remove(label)}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
