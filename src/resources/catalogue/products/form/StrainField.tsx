import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import { type Strain, strains } from '../../../../../domain/catalogue/lines-contract';
import { STRAIN_TYPES, type StrainType } from '../../../../../domain/catalogue/vocabulary';
import { FormDialog } from '../../../../kit/form/FormDrawer';
import { Fields } from '../../../../kit/form/fields';
import { useCallForm } from '../../../../kit/form/useRecordForm';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { useSession } from '../../../../providers/session';
import { useDebounced } from '../../../../ui/hooks';

const types = Object.entries(STRAIN_TYPES).map(([value, label]) => ({ value, label }));
const shown = ({ name, strainClassification: type }: Strain) =>
  type === 'NA' ? name : `${name} (${STRAIN_TYPES[type]})`;

/** The strain of a product's form: found by name, or added here. */
export function StrainField({ known }: { known: Strain | null | undefined }) {
  const { setValue } = useFormContext<{ strainId: number | null }>();
  const { scope } = useSession();
  const [text, onSearch] = useState('');
  const [added, setAdded] = useState<Strain | null>(null);
  const [isAdding, setAdding] = useState(false);
  const searchTerm = useDebounced(text.trim());
  const body = { orgId: scope?.orgId ?? 0, searchTerm };
  const { data } = useCallQuery(strains.search, { body }, { topics: ['products'], keepsPrevious: true });
  const own = [known, added].filter((one) => one != null);
  const found = data && [...own.filter(({ id }) => !data.results.some((one) => one.id === id)), ...data.results];
  return (
    <>
      <Fields<{ strainId: number | null }>
        fields={[
          {
            name: 'strainId',
            label: 'Strain',
            control: 'lookup',
            options: found?.map((strain) => ({ value: strain.id, label: shown(strain) })),
            onSearch,
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
            orgId={body.orgId}
            name={found?.length === 0 ? searchTerm : ''}
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
  const form = useCallForm<typeof strains.create, StrainValues>(strains.create, {
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
