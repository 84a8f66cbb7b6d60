import { TreeSelect } from 'antd';
import { useState } from 'react';
import { useFieldWiring } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import type { ControlProps, TreeOption } from '../choices';
import { AntdFrame } from './AntdFrame';

/** A choice of several in a tree; a branch includes everything under it. */
export default function TreeField({
  field,
  options,
  placeholder,
  disabled,
}: ControlProps & { options: readonly TreeOption[] }) {
  const { id = '', 'aria-invalid': isInvalid } = useFieldWiring();
  const [isOpen, setOpen] = useState(false);
  const { name: _name, ...rest } = field;
  return (
    <AntdFrame isOpen={isOpen}>
      <TreeSelect
        {...rest}
        id={id}
        {...(isInvalid ? { status: 'error' as const } : {})}
        treeData={options.map(nodeOf)}
        disabled={disabled === true}
        placeholder={placeholder}
        suffixIcon={<Icon name="chevronDown" size={16} />}
        treeCheckable
        showSearch
        allowClear
        maxTagCount="responsive"
        treeNodeFilterProp="title"
        notFoundContent="No matches"
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
