import type { ReactNode } from 'react';
import type { Product } from '../../../../domain/catalogue/product-record';
import { labelsOf } from '../../../kit/form/FormDrawer';
import { FormSheet } from '../../../kit/form/FormSheet';
import { Fields } from '../../../kit/form/fields';
import type { RecordForm } from '../../../kit/form/types';
import { Panel } from '../../../kit/record/RecordPage';
import { StrainField } from './form/StrainField';
import { UnitPrices } from './form/UnitPrices';
import { useChoiceNames, useDependentFields, useProductChoices } from './form/useProductChoices';
import { aboutFields, familyFields, orderFields, priceFields } from './product.fields';
import { type ProductValues, shownValue } from './product.text';

type ProductFormProps<V extends ProductValues> = {
  form: RecordForm<V>;
  /** The product as read, or the one copied; its choices are offered even if they are no longer among all. */
  known: Product | undefined;
  save: string;
  /** Always shows Save, for adding. */
  always?: boolean;
  children?: ReactNode;
};

/** A product's own fields: what it is, what it costs, and how it is ordered. */
export function ProductForm<V extends ProductValues>({ form, known, save, always, children }: ProductFormProps<V>) {
  const own = form as unknown as RecordForm<ProductValues>;
  const values = own.rhf.watch();
  const choices = useProductChoices(values.brandId, known);
  const nameOf = useChoiceNames(choices);
  useDependentFields(own.rhf);
  const about = aboutFields(choices, values);
  const family = familyFields(choices);
  const prices = priceFields(values);
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
