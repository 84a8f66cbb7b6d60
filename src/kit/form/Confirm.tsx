import { type ReactNode, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';
import type { CallResult } from '../../providers/use-call';
import { FormDialog } from './FormDrawer';
import type { FieldSpec } from './fields';
import { useActForm } from './useRecordForm';

export type ConfirmProps<V extends FieldValues, R> = {
  /** The question. */
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The button, by what it does: "Void payment". */
  act: string;
  tone?: 'primary' | 'danger';
  /** The button that does not; "Cancel" unless said. */
  cancel?: string;
  /** Has to be typed first. */
  typed?: string;
  /** What else is asked, such as a reason. */
  fields?: readonly FieldSpec<V>[];
  values?: V;
  schema?: z.ZodType;
  /** Does it; its failure is shown inside, once. */
  run: (values: V, idempotencyKey: string) => Promise<CallResult<R>>;
  success?: string;
  /** It is done; the question is then closed. */
  onDone?: (result: R) => unknown;
  /** Whoever asks puts something else in its place when it is done. */
  staysOpen?: boolean;
  onClose: () => void;
  width?: number;
};

const CONFIRMATION = 'typedConfirmation';

/** Asks before something is done that costs, commits or cannot be undone. */
export function Confirm<V extends FieldValues = Record<never, never>, R = unknown>(props: ConfirmProps<V, R>) {
  const {
    title,
    children,
    act,
    tone = 'danger',
    cancel,
    typed,
    fields = [],
    schema,
    run,
    success,
    onDone,
    staysOpen = false,
    onClose,
  } = props;
  const values = useRef({ ...props.values, ...(typed === undefined ? {} : { [CONFIRMATION]: '' }) } as V).current;
  const form = useActForm<V, R>(run, {
    values,
    schema: checkOf(schema, typed),
    clears: true,
    ...(success === undefined ? {} : { success }),
    onSaved: async (result) => {
      await onDone?.(result);
      if (!staysOpen) onClose();
    },
  });
  const confirmation: readonly FieldSpec<V>[] =
    typed === undefined ? [] : [{ name: CONFIRMATION, label: `To confirm, type ${typed}` }];
  return (
    <FormDialog
      form={form}
      title={title}
      intro={children}
      fields={[...fields, ...confirmation]}
      save={act}
      tone={tone}
      asksFirst={false}
      onClose={onClose}
      {...(cancel === undefined ? {} : { cancel })}
      {...(props.width === undefined ? {} : { width: props.width })}
    />
  );
}

/** The schema of the fields, and the words that have to be typed, whatever their case. */
function checkOf(schema: z.ZodType | undefined, typed: string | undefined): z.ZodType | undefined {
  if (typed === undefined) return schema;
  const words = z.looseObject({
    [CONFIRMATION]: z
      .string()
      .refine((text) => text.trim().toLowerCase() === typed.toLowerCase(), `Type “${typed}” to confirm`),
  });
  return schema ? z.intersection(schema, words) : words;
}
