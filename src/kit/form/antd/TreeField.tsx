import { TreeSelect } from 'antd';
import { useState } from 'react';
import { useFieldWiring } from '../../../ui/Field';
import { AntdFrame } from './AntdFrame';
import type { ControlProps, TreeOption } from './types';

/** Multiple choice in a tree; a branch includes everything under it. */
export default function TreeField({
  field,
  options,
  placeholder,
  disabled,
}: ControlProps & { options: readonly TreeOption[] | undefined }) {
  const { id = '', 'aria-invalid': isInvalid } = useFieldWiring();
  const [isOpen, setOpen] = useState(false);
  const { name: _name, ...rest } = field;
  return (
    <AntdFrame isOpen={isOpen}>
      <TreeSelect
        {...rest}
        id={id}
        {...(isInvalid ? { status: 'error' as const } : {})}
        treeData={options?.map(nodeOf) ?? []}
        loading={options === undefined}
        disabled={disabled === true}
        placeholder={placeholder}
        treeCheckable
        showSearch
        allowClear
        maxTagCount="responsive"
        treeNodeFilterProp="title"
        notFoundContent={options === undefined ? 'Loading…' : 'No matches'}
        onOpenChange={setOpen}
      />
    </AntdFrame>
  );
}

type Node = { value: string | number; title: string; disabled: boolean; children: Node[] };

const nodeOf = ({ value, label, disabled = false, children = [] }: TreeOption): Node => ({
  value,
  title: label,
  disabled,
  children: children.map(nodeOf),
});
