import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import { strains as calls, type Strain } from '../../../../../domain/catalogue/lines-contract';
import { STRAIN_TYPES, type StrainType } from '../../../../../domain/catalogue/vocabulary';
import { choicesOf } from '../../../../kit/form/choices';
import { FormDialog } from '../../../../kit/form/FormDrawer';
import { Fields } from '../../../../kit/form/fields';
import { useCallForm } from '../../../../kit/form/useRecordForm';
import { resourceOf } from '../../../../providers/refine/resource';
import { useSession } from '../../../../providers/session';

/** The organization's strains. */
const strains = resourceOf({
  name: 'strains',
  topics: ['products'],
  list: calls.search,
  create: calls.create,
});

const types = Object.entries(STRAIN_TYPES).map(([value, label]) => ({ value, label }));
const optionOf = ({ id, name, strainClassification: type }: Strain) => ({
  value: id,
  label: type === 'NA' ? name : `${name} (${STRAIN_TYPES[type]})`,
});

/** The strain of a product's form: found by name, or added here. */
export function StrainField({ known }: { known: Strain | null | undefined }) {
  const { setValue } = useFormContext<{ strainId: number | null }>();
  const { scope } = useSession();
  const [unknown, setUnknown] = useState('');
  const [added, setAdded] = useState<Strain | null>(null);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Fields<{ strainId: number | null }>
        fields={[
          {
            name: 'strainId',
            label: 'Strain',
            control: 'lookup',
            source: choicesOf(strains, {
              search: 'searchTerm',
              option: optionOf,
              chosen: [known, added].filter((one) => one != null).map(optionOf),
              onFound: (found, text) => setUnknown(found.length === 0 ? text : ''),
            }),
            placeholder: 'Type a name',
            hint: (
              <button type="button" className="v-link" onClick={() => setAdding(true)}>
                Add a strain
              </button>
            ),
          },
        ]}
      />
      {/* Chromium doesn't let a form within a form submit. */}
      {isAdding &&
        createPortal(
          <StrainDialog
            orgId={scope?.orgId ?? 0}
            name={unknown}
            onAdded={(strain) => {
              setAdded(strain);
              setValue('strainId', strain.id, { shouldDirty: true });
            }}
            onClose={() => setAdding(false)}
          />,
          document.body,
        )}
    </>
  );
}

type StrainDialogProps = { orgId: number; name: string; onAdded: (strain: Strain) => void; onClose: () => void };
type StrainValues = { name: string; strainClassification: StrainType };

function StrainDialog({ orgId, name, onAdded, onClose }: StrainDialogProps) {
  const form = useCallForm<typeof calls.create, StrainValues>(calls.create, {
    values: { name, strainClassification: 'HYBRID' },
    draft: false,
    body: (values) => ({ orgId, ...values }),
    success: (strain) => `${strain.name} added.`,
    onSaved: (strain) => {
      onAdded(strain);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Add a strain"
      save="Add strain"
      asksFirst={false}
      onClose={onClose}
      fields={[
        { name: 'name', label: 'Name', required: true, maxLength: 120 },
        { name: 'strainClassification', label: 'Type', control: 'select', options: types, required: true },
      ]}
    />
  );
}
