import { useSelect } from '@refinedev/antd';
import type { BaseRecord, HttpError } from '@refinedev/core';
import { Select, type SelectProps } from 'antd';
import { lazy, useEffect, useRef, useState } from 'react';
import { finds } from '../../../../domain/search-text';
import { isPaged } from '../../../providers/refine/resource';
import { metaOf } from '../../../providers/refine/use-resource';
import { useFieldWiring } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import type { ChoiceSource, ControlProps, Option, TreeOption } from '../choices';
import { AntdFrame } from './AntdFrame';

const TreeField = lazy(() => import('./TreeField'));

export type ChoiceFieldProps = ControlProps & {
  /** Undefined while loading. Those with children are shown as a tree. */
  options?: readonly TreeOption[] | undefined;
  /** The resource whose rows are the options. */
  source?: ChoiceSource | undefined;
  isMany: boolean;
};

/** A searchable choice of one or several: of given options, of a tree, or of a resource's rows. */
export default function ChoiceField({ source, options, ...props }: ChoiceFieldProps) {
  if (source) return <ResourceChoice source={source} {...props} />;
  if (props.isMany && options?.some(({ children }) => children)) return <TreeField options={options} {...props} />;
  return <Choice options={options} filtered={{ optionFilterProp: 'label' }} nothing="No matches" {...props} />;
}

type ChoiceProps = ControlProps & {
  options: readonly Option[] | undefined;
  isMany: boolean;
  /** Who finds what is typed: antd among the options, or the platform. */
  filtered: Pick<SelectProps, 'optionFilterProp' | 'filterOption' | 'onSearch'>;
  /** Said when there are no options. */
  nothing: string;
};

function Choice({ field, options, isMany, placeholder, disabled, filtered, nothing }: ChoiceProps) {
  const { id = '', 'aria-invalid': isInvalid, 'aria-required': isRequired } = useFieldWiring();
  const [isOpen, setOpen] = useState(false);
  const { value, name: _name, ...rest } = field;
  return (
    <AntdFrame isOpen={isOpen}>
      <Select
        {...rest}
        id={id}
        {...(isInvalid ? { status: 'error' as const } : {})}
        value={value === '' ? null : value}
        {...(isMany ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
        options={[...(options ?? [])]}
        loading={options === undefined}
        {...(options !== undefined && { suffixIcon: <Icon name="chevronDown" size={16} /> })}
        disabled={disabled === true}
        placeholder={placeholder}
        showSearch
        allowClear={!isRequired}
        {...filtered}
        notFoundContent={options === undefined ? 'Loading…' : nothing}
        onOpenChange={setOpen}
        onChange={(chosen) => field.onChange(chosen ?? (isMany ? [] : null))}
      />
    </AntdFrame>
  );
}

/** The options of a resource through Refine's `useSelect`, which reads a page of them for each typed text. */
function ResourceChoice({ source, ...props }: ControlProps & { source: ChoiceSource; isMany: boolean }) {
  const { resource, search, filters, query: others, of, sortBy, option, least = 0, chosen = [], onFound } = source;
  const [text, setText] = useState('');
  const [sought, setSought] = useState('');
  const seen = useRef(new Map<Option['value'], Option>()).current;
  const toOption = (row: BaseRecord) => option(row as never);
  const { selectProps, query } = useSelect<BaseRecord, HttpError>({
    resource: resource.name,
    pagination: isPaged(resource) ? { currentPage: 1, pageSize: 25 } : { mode: 'off' },
    sorters: sortBy === undefined ? [] : [{ field: sortBy, order: 'asc' }],
    filters: Object.entries(filters).map(([field, value]) => ({ field, operator: 'eq' as const, value })),
    ...metaOf({ of, query: others }),
    optionLabel: (row) => toOption(row).label,
    optionValue: (row) => toOption(row).value as string,
    onSearch: (typed) => {
      setSought(typed.trim());
      return search === undefined ? [] : [{ field: search, operator: 'eq', value: typed.trim() }];
    },
    queryOptions: { enabled: sought.length >= least },
    errorNotification: false,
  });
  const rows = query.data?.data;
  for (const row of rows ?? []) seen.set(toOption(row).value, toOption(row));
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => {
    if (rows) found.current?.(rows as unknown as readonly never[], sought);
  }, [rows, sought]);
  const isTooShort = search !== undefined && text.trim().length < least;
  const listed = isTooShort
    ? []
    : (selectProps.options ?? []).flatMap(({ value }) => seen.get(value as Option['value']) ?? []);
  const isSought = finds(text);
  const own = chosen.filter(({ value, label }) => isSought(label) && !listed.some((one) => one.value === value));
  const options = [...listed, ...own];
  const isLoading = !isTooShort && rows === undefined && !query.isError && options.length === 0;
  return (
    <Choice
      {...props}
      options={isLoading ? undefined : options}
      nothing={isTooShort ? `Type at least ${least} letters.` : 'No matches'}
      filtered={
        search === undefined
          ? { optionFilterProp: 'label' }
          : {
              filterOption: false,
              onSearch: (typed) => {
                setText(typed);
                selectProps.onSearch?.(typed);
              },
            }
      }
    />
  );
}
