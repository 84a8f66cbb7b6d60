import { useWatch } from 'react-hook-form';
import { itemBrands } from '../../../../domain/inventory/context';
import { itemRules as calls } from '../../../../domain/inventory/items/held-items-contract';
import { formatNumber } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { useDebounced } from '../../../ui/hooks';
import { itemRules } from './resource';

type Values = { searchText: string; brandId: number | null; licenseIds: number[] };
type RuleDrawerProps = { usState: string; brandId: number | null; searchText: string; onClose: () => void };

/** Adds a rule, and shows what it would do while it is typed. */
export function RuleDrawer({ usState, brandId, searchText, onClose }: RuleDrawerProps) {
  const { organization } = useSession();
  const brands = organization ? itemBrands(organization) : [];
  const licenses = (organization?.licenses ?? []).filter(({ address }) => address.state.ansiAbbrevation === usState);
  const form = useRecordForm<typeof itemRules, Values>(itemRules, {
    values: { searchText, brandId: brands.some(({ id }) => id === brandId) ? brandId : null, licenseIds: [] },
    body: ({ brandId, ...values }) => ({ ...values, brandId: brandId ?? undefined, usState }),
    supplied: ['usState'],
    success: ({ assigned, brandName }) =>
      assigned === 0
        ? `Rule for ${brandName} added.`
        : `Rule added: ${counted(assigned, 'item')} assigned to ${brandName}.`,
    onSaved: onClose,
  });
  return (
    <FormDrawer<Values>
      form={form}
      title="Add a rule"
      intro={
        <p>
          Items whose names contain this text are assigned to the brand: those without a brand now, and new ones later.
        </p>
      }
      save="Add rule"
      onClose={onClose}
      fields={[
        { name: 'searchText', label: 'Name contains', required: true, maxLength: 120, hint: 'Capitals don’t matter.' },
        {
          name: 'brandId',
          label: 'Brand',
          control: 'select',
          options: brands.map(({ id, name }) => ({ value: id, label: name })),
          placeholder: 'Choose a brand',
          required: true,
        },
        {
          name: 'licenseIds',
          label: 'Licenses',
          control: 'picks',
          options: licenses.map(({ id, licenseNumber, name }) => ({ value: id, label: `${licenseNumber} ${name}` })),
          hint: `Leave blank for all licenses in ${usState}, including ones you add later.`,
        },
      ]}
    >
      <Preview usState={usState} />
    </FormDrawer>
  );
}

function Preview({ usState }: { usState: string }) {
  const orgId = useSession().scope?.orgId ?? 0;
  const [text = '', brandId, licenseIds = []] = useWatch<Values>({ name: ['searchText', 'brandId', 'licenseIds'] }) as [
    string,
    number | string | null,
    number[],
  ];
  const searchText = useDebounced(text.trim());
  const isAsked = searchText.length >= 2 && Number(brandId) > 0;
  const query = {
    orgId,
    usState,
    searchText,
    brandId: Number(brandId),
    ...(licenseIds.length > 0 && { licenseIds: licenseIds.join(',') }),
  };
  const { data, error } = useCallQuery(calls.preview, { query }, { enabled: isAsked, keepsPrevious: true });
  if (!isAsked) return <p className="v-hint">Enter a text and a brand to see what the rule would do.</p>;
  if (error) return <p className="v-hint">{messageOf(error)}</p>;
  if (!data) return <p className="v-hint">Looking for items…</p>;
  const stay = [
    data.alreadyOfBrand > 0 && `${counted(data.alreadyOfBrand, 'item')} of this brand already`,
    data.ofOtherBrands > 0 && `${counted(data.ofOtherBrands, 'item')} of other brands`,
    data.leftToOthers > 0 && `${counted(data.leftToOthers, 'item')} covered by an earlier rule`,
  ].filter((part) => part !== false);
  return (
    <div aria-live="polite">
      <p>
        <b>
          {data.found === 0
            ? 'No item’s name contains this text yet.'
            : `Finds ${counted(data.found, 'item')}, assigns ${formatNumber(data.toAssign)}.`}
        </b>
      </p>
      {data.names.length > 0 && (
        <p className="v-hint">
          {data.names.join(', ')}
          {data.toAssign > data.names.length && ` and ${formatNumber(data.toAssign - data.names.length)} more`}
        </p>
      )}
      {stay.length > 0 && <p className="v-hint">Left as they are: {stay.join(', ')}.</p>}
    </div>
  );
}
