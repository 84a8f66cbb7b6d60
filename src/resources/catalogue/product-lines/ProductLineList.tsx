import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { productLines as calls, type ProductLine } from '../../../../domain/catalogue/lines-contract';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { useNotAssigned } from '../../../access/WhyNot';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { CreateButton, OrderedList, RecordDrawer, useOpenRecord } from '../../../kit/list';
import { listPath } from '../../../kit/list/list-place';
import { withMoved } from '../../../kit/record/ordered';
import { useCall } from '../../../providers/refine/use-call';
import { useResourceDelete, useResourceList } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { IconButton } from '../../../ui/Button';
import { Field, Select } from '../../../ui/Field';
import { PageFrame } from '../../../ui/PageFrame';
import { EmptyState } from '../../../ui/states';
import { useChangeSearch } from '../../../ui/useChangeSearch';
import css from './product-lines.module.css';
import { productLines } from './resource';

const TITLE = 'Product lines';
const CRUMBS = [{ label: 'Products', to: '/inventory/products' }];
const MOST = 250;

/** A brand's product lines in the order of its menu: add, rename, reorder and delete. */
export default function ProductLineList() {
  const { organization } = useSession();
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const notAssigned = useNotAssigned('product lines');
  const brands = organization?.brands ?? [];
  const brand = brands.find(({ id }) => String(id) === params.get('brand')) ?? brands[0];
  const crumbs = CRUMBS.map(({ label, to }) => ({ label, to: listPath(to) }));
  if (!brand) {
    const empty = notAssigned ?? {
      title: 'No brands yet',
      hint: 'Product lines group a brand’s products on its menu.',
    };
    return (
      <PageFrame title={TITLE} breadcrumbs={crumbs}>
        <EmptyState {...empty} />
      </PageFrame>
    );
  }
  const choose = (id: string) =>
    changeSearch((search) => {
      search.set('brand', id);
      return search;
    });
  return (
    <PageFrame
      title={TITLE}
      breadcrumbs={crumbs}
      aside={brands.length === 1 && <span className="v-hint">{brand.name}</span>}
      actions={<CreateButton label="Add product line" requires={calls.create.requires} />}
    >
      {brands.length > 1 && (
        <div className={css.brand}>
          <Field label="Brand">
            <Select
              value={String(brand.id)}
              options={brands.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={({ target }) => choose(target.value)}
            />
          </Field>
        </div>
      )}
      <BrandLines key={brand.id} orgId={brand.orgId} brandId={brand.id} />
    </PageFrame>
  );
}

function BrandLines({ orgId, brandId }: { orgId: number; brandId: number }) {
  const { query, result } = useResourceList(productLines, { filters: { brandIds: [brandId] }, itemsPerPage: MOST });
  const { run } = useCall(calls.setPositions);
  const mayEdit = useCan().can(calls.update.requires);
  const { open } = useOpenRecord();
  const list = useRef<HTMLUListElement>(null);
  const [removed, setRemoved] = useState<ProductLine | null>(null);
  const isDeleted = useRef(false);
  // When the dialog closes, its button is gone with the row, so focus stays in the list.
  useEffect(() => {
    if (removed === null && isDeleted.current) list.current?.focus();
    isDeleted.current = false;
  }, [removed]);
  const lines = query.data ? result.data : undefined;
  const move = (rows: readonly ProductLine[]) => (line: ProductLine, place: number) =>
    run({ body: { orgId, brandId, positions: withMoved(rows, line, place).map(({ id }) => id) } });
  return (
    <>
      <QueryState
        query={{ data: lines, error: query.error, refetch: query.refetch }}
        empty={{ title: 'No product lines yet', hint: 'They group this brand’s products on its menu, in your order.' }}
      >
        {(rows) => (
          <OrderedList<ProductLine>
            ref={list}
            label={TITLE}
            rows={rows}
            nameOf={({ name }) => name}
            onMove={mayEdit ? move(rows) : undefined}
            actions={(line) =>
              mayEdit && (
                <>
                  <IconButton icon="edit" label={`Rename ${line.name}`} onClick={() => open(line.id)} />
                  <IconButton icon="trash" label={`Delete ${line.name}`} onClick={() => setRemoved(line)} />
                </>
              )
            }
          >
            {({ productCount: count }) => <span className="v-hint">{counted(count, 'product')}</span>}
          </OrderedList>
        )}
      </QueryState>
      <RecordDrawer
        rows={lines}
        isWhole
        noun="product line"
        whyNot={() => (mayEdit ? null : 'Your role can’t change product lines.')}
      >
        {({ row, onClose }) => <LineDrawer {...{ orgId, brandId, onClose }} line={row} />}
      </RecordDrawer>
      {removed && (
        <DeleteLine
          line={removed}
          onDeleted={() => {
            isDeleted.current = true;
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}

type LineDrawerProps = { orgId: number; brandId: number; line: ProductLine | null; onClose: () => void };

/** Adds a product line to the end of a brand's menu, or renames one. */
function LineDrawer({ orgId, brandId, line, onClose }: LineDrawerProps) {
  const form = useRecordForm<typeof productLines, { name: string }>(productLines, {
    id: line?.id,
    values: { name: line?.name ?? '' },
    draft: `product-lines/${brandId}/${line?.id ?? 'new'}`,
    body: ({ name }) => (line ? { name } : { orgId, brandId, name }),
    success: ({ name }) => `“${name}” saved.`,
    onSaved: onClose,
    ...(line ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={line ? `Rename ${line.name}` : 'Add a product line'}
      save={line ? 'Save' : 'Add product line'}
      onClose={onClose}
      fields={[{ name: 'name', label: 'Name', required: true, maxLength: 120 }]}
    />
  );
}

type DeleteLineProps = { line: ProductLine; onDeleted: () => void; onClose: () => void };

/** Asks before a product line is deleted. */
function DeleteLine({ line: { id, name }, onDeleted, onClose }: DeleteLineProps) {
  const { run } = useResourceDelete(productLines, { showsErrors: true });
  return (
    <Confirm
      title={`Delete “${name}”?`}
      act="Delete product line"
      run={() => run(id)}
      success={`“${name}” deleted.`}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>It has no products, and it leaves the menu. You can’t undo this.</p>
    </Confirm>
  );
}
