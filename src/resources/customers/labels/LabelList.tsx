import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { type CustomerFilters, customerFilters } from '../../../../domain/customers/filters';
import { type CustomerLabel, labelUse } from '../../../../domain/customers/label';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import type { FieldSpec } from '../../../kit/form/fields';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { CreateButton, ListLinks, OrderedList, RecordDrawer, useOpenRecord } from '../../../kit/list';
import { useResourceDelete, useResourceList, useResourceUpdate } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { IconButton } from '../../../ui/Button';
import { PageFrame } from '../../../ui/PageFrame';
import { ErrorState } from '../../../ui/states';
import type { LabelResource } from './resource';

type LabelListProps = {
  resource: LabelResource;
  title: string;
  /** Singular and plural: `['zone', 'zones']`. */
  noun: readonly [string, string];
  /** Shown when there are none. */
  hint: string;
  /** The filter for a label's customers. */
  filter: keyof CustomerFilters & ('customerStatusIds' | 'serviceZoneIds');
  /** Screens about the same company, below its address. */
  links: readonly { path: string; label: string }[];
};

const CUSTOMERS = '/network/customers';
const CRUMBS = [{ label: 'Customers', to: CUSTOMERS }];

/** A company's labels of one kind: add, rename, reorder and delete. */
export function LabelList({ resource, title, noun: [one, many], hint, filter, links }: LabelListProps) {
  const companyId = Number(useParams().slug);
  const { organization, sellerCompany } = useSession();
  const company = organization?.companies.find((each) => each.companyId === companyId);
  // The customer list only shows the current company's.
  const isEntered = sellerCompany?.companyId === companyId;
  const { query, result } = useResourceList(resource, { query: { companyId }, enabled: company !== undefined });
  const { run } = useResourceUpdate(resource);
  const whyNot = useCan().whyNot(resource.create.requires);
  const { open } = useOpenRecord();
  const list = useRef<HTMLUListElement>(null);
  const [removed, setRemoved] = useState<CustomerLabel | null>(null);
  const isDeleted = useRef(false);
  // When the dialog closes, its button is gone with the row, so focus stays in the list.
  useEffect(() => {
    if (removed === null && isDeleted.current) list.current?.focus();
    isDeleted.current = false;
  }, [removed]);
  const labels = query.data ? result.data : undefined;
  const add = <CreateButton label={`Add ${one}`} requires={resource.create.requires} />;
  if (!company) {
    return (
      <PageFrame title={title} breadcrumbs={CRUMBS}>
        <ErrorState message="Company not found" />
      </PageFrame>
    );
  }
  const beside = links.map(({ path, label }) => ({ to: `/account/manage/companies/${companyId}/${path}`, label }));
  const actions = (
    <>
      <ListLinks links={beside} />
      {add}
    </>
  );
  return (
    <PageFrame
      title={title}
      breadcrumbs={CRUMBS}
      aside={<span className="v-hint">{company.name}</span>}
      actions={actions}
    >
      <QueryState
        query={{ data: labels, error: query.error, refetch: query.refetch }}
        empty={{ title: `No ${many} yet`, hint, action: add }}
      >
        {(rows) => (
          <OrderedList<CustomerLabel>
            ref={list}
            label={title}
            rows={rows}
            nameOf={({ name }) => name}
            onMove={
              whyNot === null ? ({ id, name, version }, position) => run(id, { name, position, version }) : undefined
            }
            actions={(label) =>
              whyNot === null && (
                <>
                  <IconButton icon="edit" label={`Rename ${label.name}`} onClick={() => open(label.id)} />
                  <IconButton icon="trash" label={`Delete ${label.name}`} onClick={() => setRemoved(label)} />
                </>
              )
            }
          >
            {({ id, name, customerCount }) => {
              const count = counted(customerCount, 'customer');
              const found = new URLSearchParams(customerFilters.format({ [filter]: [id] }));
              return (
                <span className="v-hint">
                  {customerCount > 0 && isEntered ? (
                    <Link to={`${CUSTOMERS}?${found}`} aria-label={`${count}: ${name}`}>
                      {count}
                    </Link>
                  ) : (
                    count
                  )}
                </span>
              );
            }}
          </OrderedList>
        )}
      </QueryState>
      <RecordDrawer rows={labels} isWhole noun={one} whyNot={() => whyNot}>
        {({ row, onClose }) => <LabelDrawer {...{ resource, companyId, onClose }} noun={one} label={row} />}
      </RecordDrawer>
      {removed && (
        <DeleteLabel
          {...{ resource, companyId }}
          noun={one}
          label={labels?.find(({ id }) => id === removed.id) ?? removed}
          others={(labels ?? []).filter(({ id }) => id !== removed.id)}
          onDeleted={() => {
            isDeleted.current = true;
          }}
          onRefused={() => void query.refetch()}
          onClose={() => setRemoved(null)}
        />
      )}
    </PageFrame>
  );
}

type Asked = { resource: LabelResource; companyId: number; noun: string; onClose: () => void };

/** Adds or renames a label. */
function LabelDrawer({ resource, companyId, noun, label, onClose }: Asked & { label: CustomerLabel | null }) {
  const form = useRecordForm(resource, {
    id: label?.id,
    values: { name: label?.name ?? '' },
    version: label?.version,
    body: ({ name }, { version }) => (label ? { name, position: label.position, version } : { name, companyId }),
    success: ({ name }) => `“${name}” saved.`,
    onSaved: onClose,
    ...(label ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={label ? `Rename ${label.name}` : `Add a ${noun}`}
      save={label ? 'Save' : `Add ${noun}`}
      onClose={onClose}
      fields={[{ name: 'name', label: 'Name', required: true }]}
    />
  );
}

type DeleteProps = Asked & {
  label: CustomerLabel;
  others: readonly CustomerLabel[];
  onDeleted: () => void;
  /** The list may have changed since it was loaded. */
  onRefused: () => void;
};
type MoveTo = { moveTo: string };

/** Asks before deleting a label, and where to move its customers. */
function DeleteLabel({ resource, companyId, noun, label, others, onDeleted, onRefused, onClose }: DeleteProps) {
  const { run } = useResourceDelete(resource, { showsErrors: true });
  const { id, name, areaCount } = label;
  const use = labelUse(label, noun);
  const remove = async ({ moveTo }: MoveTo) => {
    const place = moveTo === '' ? {} : { moveTo: moveTo === 'none' ? ('none' as const) : Number(moveTo) };
    const result = await run(id, { query: { companyId, ...place } });
    if (!result.ok) onRefused();
    return result;
  };
  const moveTo: FieldSpec<MoveTo> = {
    name: 'moveTo',
    label: 'Move its customers to',
    ...(areaCount > 0 ? { hint: 'Its counties and ZIP codes move there too.' } : {}),
    control: 'select',
    placeholder: 'Choose one',
    options: [
      ...others.map((other) => ({ value: String(other.id), label: other.name })),
      { value: 'none', label: `No ${noun}` },
    ],
  };
  return (
    <Confirm<MoveTo>
      title={`Delete “${name}”?`}
      act={`Delete ${noun}`}
      values={{ moveTo: '' }}
      fields={use === null ? [] : [moveTo]}
      run={remove}
      success={`“${name}” deleted.`}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>{use ?? 'No customers have it.'} You can’t undo this.</p>
    </Confirm>
  );
}
