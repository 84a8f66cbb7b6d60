import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import { strains as calls, type Strain } from '../../../../domain/catalogue/lines-contract';
import type { Product } from '../../../../domain/catalogue/product-record';
import { type UnitPrice, unitPrices } from '../../../../domain/catalogue/units/unit-prices';
import { STRAIN_TYPES, type StrainType } from '../../../../domain/catalogue/vocabulary';
import { compare, formatUsd } from '../../../../domain/money';
import { readTyped } from '../../../../domain/typed';
import { choicesOf } from '../../../kit/form/choices';
import { FormDialog, labelsOf } from '../../../kit/form/FormDrawer';
import { FormSheet } from '../../../kit/form/FormSheet';
import { Fields } from '../../../kit/form/fields';
import type { RecordForm } from '../../../kit/form/types';
import { useCallForm } from '../../../kit/form/useRecordForm';
import { Panel } from '../../../kit/record/RecordPage';
import { resourceOf } from '../../../providers/refine/resource';
import { useSession } from '../../../providers/session';
import type { AddedBrand } from '../../brands/AddBrand';
import { BrandHint } from './form/BrandHint';
import { useChoiceNames, useDependentFields, useProductChoices } from './form/useProductChoices';
import { aboutFields, familyFields, orderFields, priceFields } from './product.fields';
import { type ProductValues, shownValue } from './product.text';
import css from './product-page.module.css';

type ProductFormProps<V extends ProductValues> = {
  form: RecordForm<V>;
  /** The product as read, or the one copied; its choices are offered even if they are no longer among all. */
  known: Product | undefined;
  save: string;
  /** Always shows Save, for adding. */
  always?: boolean;
  /** Why its prices can't be changed here. */
  pricesFixed?: string | null;
  children?: ReactNode;
};

/** A product's own fields: what it is, what it costs, and how it is ordered. */
export function ProductForm<V extends ProductValues>(props: ProductFormProps<V>) {
  const { form, known, save, always, pricesFixed = null, children } = props;
  const own = form as unknown as RecordForm<ProductValues>;
  const values = own.rhf.watch();
  const [added, setAdded] = useState<AddedBrand | null>(null);
  const choices = useProductChoices(values.brandId, known, added);
  const nameOf = useChoiceNames(choices);
  useDependentFields(own.rhf);
  const brandHint = (
    <BrandHint
      brandId={values.brandId}
      added={added}
      onAdded={(brand) => {
        setAdded(brand);
        own.rhf.setValue('brandId', brand.id, { shouldDirty: true, shouldValidate: own.rhf.formState.isSubmitted });
        own.rhf.setValue('productLineId', null, { shouldDirty: true });
        own.rhf.setValue('parentId', null, { shouldDirty: true });
      }}
    />
  );
  const about = aboutFields({ ...choices, brandHint }, values);
  const family = familyFields(choices);
  const prices = priceFields(values, pricesFixed);
  const order = orderFields(values);
  const labels = { ...labelsOf([...about, ...family, ...prices, ...order]), strainId: 'Strain' };
  return (
    <FormSheet
      form={own}
      label="Details"
      save={save}
      labels={labels}
      shown={(name, value) => nameOf(name, value) ?? shownValue(name, value)}
      hasBar
      {...(always ? { always } : {})}
    >
      <Panel title="Details">
        <Fields fields={about} />
        <StrainField known={known?.strain} />
        <Fields fields={family} />
      </Panel>
      {!values.isParent && (
        <Panel title="Units and prices">
          <Fields fields={prices} />
          <UnitPrices values={values} />
        </Panel>
      )}
      <Panel title="Ordering">
        <Fields fields={order} />
      </Panel>
      {children}
    </FormSheet>
  );
}

/** What the typed prices come to in each unit; nothing until there is a price. */
function UnitPrices({ values }: { values: ProductValues }) {
  const found = pricesOf(values);
  if (found.length === 0) return null;
  return (
    <dl className={css.prices} aria-label="Price in each unit" aria-live="polite">
      {found.map(({ per, wholesalePrice, salePrice }) => (
        <div key={per}>
          <dt>Per {per}</dt>
          <dd>
            {salePrice === null ? (
              formatUsd(wholesalePrice)
            ) : (
              <>
                <s>{formatUsd(wholesalePrice)}</s> {formatUsd(salePrice)}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function pricesOf({ isParent, soldBy, unitOfMeasure, ...typed }: ProductValues): UnitPrice[] {
  const wholesalePrice = readTyped('money', typed.wholesalePrice).amount;
  const salePrice = readTyped('money', typed.salePrice).amount;
  const sellInBulk = soldBy !== 'unit';
  const unitMultiplier = sellInBulk ? readTyped('quantity', typed.unitMultiplier).amount : '1';
  if (isParent || !wholesalePrice || !unitMultiplier || compare(unitMultiplier, 0) <= 0) return [];
  return unitPrices({ wholesalePrice, salePrice: salePrice || null, unitOfMeasure, sellInBulk, unitMultiplier });
}

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
function StrainField({ known }: { known: Strain | null | undefined }) {
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
