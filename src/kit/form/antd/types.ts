import type { ControllerRenderProps } from 'react-hook-form';

export type Option = { value: string | number; label: string; disabled?: boolean };
export type TreeOption = Option & { children?: readonly TreeOption[] };

export type ControlProps = { field: ControllerRenderProps; disabled?: boolean; placeholder?: string | undefined };
