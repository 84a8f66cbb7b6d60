import { useNavigate, useSearchParams } from 'react-router';
import type { Product } from '../../../../domain/catalogue/product-record';
import { typedAmount } from '../../../../domain/typed';
import { Fields } from '../../../kit/form/fields';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { listPath } from '../../../kit/list/list-place';
import { Panel, RecordSkeleton } from '../../../kit/record/RecordPage';
import { messageOf } from '../../../providers/call/call-errors';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { ErrorScreen } from '../../../shell/errors/ErrorScreen';
import { useTitle } from '../../../shell/useTitle';
import { PageFrame } from '../../../ui/PageFrame';
import { ProductForm } from './ProductForm';
import { openingFields } from './product.fields';
import { blankValues, FORM_NAMES, fieldsOf, PRODUCTS, type ProductValues, valuesOf } from './product.text';
import { products } from './resource';

/** Adds a product to the current company: a copy of the one that the address names, a child of it, or from scratch. */
export default function NewProduct() {
  const [params] = useSearchParams();
  const isCopy = params.has('copy');
  const named = Number(params.get('copy') ?? params.get('parent'));
  const id = Number.isSafeInteger(named) && named > 0 ? named : undefined;
  const { result: from, query } = useResourceOne(products, id);
  useTitle('New product');
  if (id === undefined) return <Draft key="new" from={undefined} isCopy={false} />;
  if (from) return <Draft key={`${isCopy} ${id}`} from={from} isCopy={isCopy} />;
  if (!query.error) return <RecordSkeleton label="New product" />;
  return <ErrorScreen message={messageOf(query.error)} onRetry={() => void query.refetch()} />;
}

type Values = ProductValues & { quantity: string };

/** A copy begins as internal, without stock and with a SKU of its own still to be typed. */
const copyOf = (product: Product, companyId: number): ProductValues => ({
  ...valuesOf(product),
  parentId: product.companyId === companyId ? product.parentId : null,
  name: `${product.name} (copy)`,
  sku: '',
  listingState: 'INTERNAL',
});

/** A child begins with what it shares with its parent. */
const childOf = ({ id, name, brandId, productLineId, strainId, ...parent }: Product): ProductValues => ({
  ...blankValues(brandId),
  name,
  category: parent.category,
  subcategoryId: parent.subcategoryId,
  productLineId,
  strainId,
  parentId: id,
});

/** `from` is the product that is copied, or the parent. */
function Draft({ from, isCopy }: { from: Product | undefined; isCopy: boolean }) {
  const { scope, organization } = useSession();
  const navigate = useNavigate();
  const [only, ...others] = organization?.brands ?? [];
  const brandId = only && others.length === 0 ? only.id : null;
  // A child belongs to its parent's company; a copy goes to the current one.
  const companyId = (from && !isCopy ? from.companyId : scope?.sellerCompanyId) ?? 0;
  const company = organization?.companies.find((one) => one.companyId === companyId);
  const begun = from ? (isCopy ? copyOf(from, companyId) : childOf(from)) : blankValues(brandId);
  const form = useRecordForm<typeof products, Values>(products, {
    values: { ...begun, quantity: '0' },
    names: FORM_NAMES,
    draft: ['product/new', companyId, isCopy ? 'copy' : 'child', from?.id].join('/'),
    body: ({ quantity, ...values }) => ({
      orgId: scope?.orgId,
      companyId,
      ...fieldsOf(values),
      ...(from && isCopy && { copiedFrom: from.id }),
      quantity: values.inventoryManagement === 'MANUAL' && !values.isParent ? typedAmount('quantity', quantity) : '0',
    }),
    success: ({ name }) => `${name} added.`,
    failure: 'The product wasn’t added.',
    onSaved: ({ id }) => void navigate(`${PRODUCTS}/${id}`, { replace: true }),
  });
  const values = form.rhf.watch();
  const parent = from && (isCopy ? from.parent : { id: from.id, name: from.name });
  const known = from && { ...from, companyId, parent: parent ?? null };
  return (
    <PageFrame
      title={from && isCopy ? `Copy ${from.name}` : 'New product'}
      aside={company && <span className="v-hint">{company.name}</span>}
      breadcrumbs={[{ label: 'Products', to: listPath(PRODUCTS) }]}
    >
      {from && isCopy && from.images.length > 0 && <p className="v-hint">Its pictures are copied too.</p>}
      <ProductForm form={form} known={known} save="Add product" always>
        {!values.isParent && (
          <Panel title="Stock">
            <Fields fields={openingFields(values)} />
          </Panel>
        )}
      </ProductForm>
    </PageFrame>
  );
}
