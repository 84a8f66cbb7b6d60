import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { type CustomerFilters, customerFilters } from '../../../../domain/customers/filters';
import type { CustomerLabel } from '../../../../domain/customers/label';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { QueryState } from '../../../kit/form/QueryState';
import { CreateButton, ListLinks, OrderedList, RecordDrawer, useOpenRecord } from '../../../kit/list';
import { useResourceList, useResourceUpdate } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { IconButton } from '../../../ui/Button';
import { PageFrame } from '../../../ui/PageFrame';
import { ErrorState } from '../../../ui/states';
import { DeleteLabel, LabelDrawer } from './LabelForms';
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
