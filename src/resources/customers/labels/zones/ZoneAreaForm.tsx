import { type RefObject, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { describeArea, readPostalCodes } from '../../../../../domain/customers/zone-area';
import {
  type AreaPreview,
  serviceZoneMap as calls,
  type ServiceZone,
  type ZoneArea,
} from '../../../../../domain/customers/zone-contract';
import type { StateMap } from '../../../../../domain/geography/contract';
import { stateName } from '../../../../../domain/organization/us-states';
import { counted } from '../../../../../domain/text';
import { FormSheet } from '../../../../kit/form/FormSheet';
import { Confirm } from '../../../../kit/form/questions/Confirm';
import { useActionForm } from '../../../../kit/form/useRecordForm';
import { call } from '../../../../providers/call';
import { type CallResult, useCall } from '../../../../providers/refine/use-call';
import css from './zones.module.css';

/** What the map changes in the form. */
export type AreaEdits = {
  toggleCounty: (id: string) => void;
  /** Adds ZIP codes, or removes them. */
  setPostalCodes: (codes: readonly string[], isAdded: boolean) => void;
};

type Saved = { zone: ServiceZone; moveCount: number };
type AreaFormProps = {
  zone: ServiceZone;
  state: StateMap;
  refresh: () => unknown;
  edits: RefObject<AreaEdits | null>;
  onDraft: (draft: (ZoneArea & { id: number }) | null) => void;
  onClose: () => void;
};
type Values = { counties: string[]; postalCodes: string };
type Review = {
  preview: AreaPreview;
  area: ZoneArea & { version: number };
  settle: (result: CallResult<Saved>) => void;
};

const body = calls.updateArea.body;
const LATER: CallResult<Saved> = { ok: false, error: new DOMException('Not yet', 'AbortError') };

/** The counties and ZIP codes of a zone, chosen here or on the map; reviewed before they are saved. */
export function ZoneAreaForm({ zone, state, refresh, edits, onDraft, onClose }: AreaFormProps) {
  const known = state.postalCodes.map(({ code }) => code);
  const [review, setReview] = useState<Review | null>(null);
  const form = useActionForm<Values, Saved>(
    async (sent) => {
      const area = body.parse(sent);
      const { version: _, ...asked } = area;
      try {
        const preview = await call(calls.previewArea, { params: { id: zone.id }, body: asked });
        return await new Promise((settle) => setReview({ preview, area, settle }));
      } catch (error) {
        return { ok: false, error };
      }
    },
    {
      schema: body,
      values: { counties: zone.counties, postalCodes: zone.postalCodes.join(', ') },
      version: zone.version,
      draft: `service-zone/${zone.id}/area`,
      body: ({ counties, postalCodes }, { version }) => ({
        counties,
        postalCodes: readPostalCodes(postalCodes, known),
        version,
      }),
      success: ({ moveCount }) =>
        `Area of “${zone.name}” saved. ${moveCount === 0 ? 'No customers' : counted(moveCount, 'customer')} moved.`,
      failure: 'Failed to save the area',
      refresh,
      onSaved: refresh,
    },
  );
  const { rhf } = form;
  const { counties, postalCodes } = useWatch({ control: rhf.control }) as Values;
  const codes = readPostalCodes(postalCodes ?? '', known);
  const drawn = `${counties} ${codes}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for both lists.
  useEffect(() => {
    onDraft({ id: zone.id, counties, postalCodes: codes });
    return () => onDraft(null);
  }, [zone.id, drawn, onDraft]);
  useEffect(() => {
    const change = (name: keyof Values, value: string[] | string) =>
      rhf.setValue(name, value as never, { shouldDirty: true });
    edits.current = {
      toggleCounty: (id) => {
        const now = rhf.getValues('counties');
        change('counties', now.includes(id) ? now.filter((one) => one !== id) : [...now, id].sort());
      },
      setPostalCodes: (changed, isAdded) => {
        const now = readPostalCodes(rhf.getValues('postalCodes'), changed);
        const left = now.filter((code) => !changed.includes(code));
        change('postalCodes', (isAdded ? [...left, ...changed] : left).sort().join(', '));
      },
    };
    return () => {
      edits.current = null;
    };
  }, [rhf, edits]);
  return (
    <>
      <FormSheet
        form={form}
        label={`Area of ${zone.name}`}
        save="Review changes"
        fields={[
          {
            name: 'counties',
            label: 'Counties',
            control: 'picks',
            options: state.counties.map(({ id, name }) => ({ value: id, label: name })),
            placeholder: `Find a county in ${stateName(state.usState)}`,
          },
          {
            name: 'postalCodes',
            label: 'ZIP codes',
            control: 'textarea',
            rows: 4,
            placeholder: '94601, 94605-94612',
            hint: 'Only those outside the counties above. A ZIP code wins over its county in another zone.',
          },
        ]}
      >
        <p className="v-hint" role="status">
          {describeArea({ counties, postalCodes: codes })}
        </p>
      </FormSheet>
      {review && (
        <ReviewArea
          zone={zone}
          preview={review.preview}
          area={review.area}
          onSaved={(saved) => review.settle({ ok: true, value: saved })}
          onClose={() => {
            review.settle(LATER);
            setReview(null);
          }}
        />
      )}
      {!form.isDirty && (
        <p>
          <button type="button" className="v-button" onClick={onClose}>
            Done
          </button>
        </p>
      )}
    </>
  );
}

type Named = AreaPreview['groups'][number]['from'];
const nameOf = (zone: Named) => zone?.name ?? 'no zone';

type ReviewAreaProps = {
  zone: ServiceZone;
  area: ZoneArea & { version: number };
  preview: AreaPreview;
  onSaved: (saved: { zone: ServiceZone; moveCount: number }) => void;
  onClose: () => void;
};

/** Who would move from which zone to which, before an area is saved. */
function ReviewArea({ zone, area, preview, onSaved, onClose }: ReviewAreaProps) {
  const { run } = useCall(calls.updateArea, { showsErrors: true });
  const { moveCount, groups, moves, keptByHand } = preview;
  return (
    <Confirm
      title={`Save the area of “${zone.name}”?`}
      act={moveCount === 0 ? 'Save area' : `Save and move ${counted(moveCount, 'customer')}`}
      tone="primary"
      width={560}
      run={() => run({ params: { id: zone.id }, body: area })}
      onDone={onSaved}
      onClose={onClose}
    >
      {moveCount === 0 && <p>No customers change zones.</p>}
      {moveCount > 0 && (
        <ul className={css.groups} aria-label="Moves by zone">
          {groups.map(({ from, to, customerCount }) => (
            <li key={`${from?.id} ${to?.id}`}>
              <strong>{counted(customerCount, 'customer')}</strong> from {nameOf(from)} to {nameOf(to)}
            </li>
          ))}
        </ul>
      )}
      {moveCount > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it by keyboard.
        <section className={css.scroll} tabIndex={0} aria-label="Customers who move">
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Customer</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
              </tr>
            </thead>
            <tbody>
              {moves.map(({ id, name, from, to }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td>{from?.name ?? 'No zone'}</td>
                  <td>{to?.name ?? 'No zone'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {moves.length < moveCount && <p className="v-hint">And {counted(moveCount - moves.length, 'customer')} more.</p>}
      {keptByHand > 0 && (
        <p className="v-hint">
          {counted(keptByHand, 'customer')} in this area {keptByHand === 1 ? 'stays in the zone' : 'stay in the zones'}{' '}
          chosen by hand.
        </p>
      )}
      <p>New customers and changed addresses will follow this area.</p>
    </Confirm>
  );
}
