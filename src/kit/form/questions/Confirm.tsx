import { type ReactNode, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';
import type { CallResult } from '../../../providers/refine/use-call';
import { FormDialog } from '../FormDrawer';
import type { FieldSpec } from '../fields';
import { useActionForm } from '../useRecordForm';

export type ConfirmProps<V extends FieldValues, R> = {
  /** The question. */
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The confirm button's label, a verb: "Void payment". */
  act: string;
  tone?: 'primary' | 'danger';
  /** The other button; "Cancel" by default. */
  cancel?: string;
  /** Must be typed to confirm. */
  typed?: string;
  /** Extra fields, such as a reason. */
  fields?: readonly FieldSpec<V>[];
  values?: V;
  schema?: z.ZodType;
  /** Why it can't be confirmed now. */
  whyNot?: string | null;
  /** Runs the action; failures show inside the dialog. */
  run: (values: V, idempotencyKey: string) => Promise<CallResult<R>>;
  success?: string;
  /** Called on success; the dialog then closes. */
  onDone?: (result: R) => unknown;
  /** The caller replaces the dialog on success. */
  staysOpen?: boolean;
  onClose: () => void;
  width?: number;
};

const CONFIRMATION = 'typedConfirmation';

/** Asks before an action that costs, commits or can't be undone. */
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
    whyNot = null,
    run,
    success,
    onDone,
    staysOpen = false,
    onClose,
  } = props;
  const values = useRef({ ...props.values, ...(typed === undefined ? {} : { [CONFIRMATION]: '' }) } as V).current;
  const form = useActionForm<V, R>(run, {
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
      whyNot={whyNot}
      onClose={onClose}
      {...(cancel === undefined ? {} : { cancel })}
      {...(props.width === undefined ? {} : { width: props.width })}
    />
  );
}

/** The fields' schema, plus the phrase to type, ignoring case. */
function checkOf(schema: z.ZodType | undefined, typed: string | undefined): z.ZodType | undefined {
  if (typed === undefined) return schema;
  const words = z.looseObject({
    [CONFIRMATION]: z
      .string()
      .refine((text) => text.trim().toLowerCase() === typed.toLowerCase(), `Type “${typed}” to confirm`),
  });
  return schema ? z.intersection(schema, words) : words;
}
