import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ERROR_CODES, fieldErrors } from '../../domain/errors';
import { CallError, isAbort, messageOf } from './call-errors';
import { useUnsaved } from './unsaved';
import type { CallResult } from './use-call';

export type EditFormOptions<V extends FieldValues> = {
  /** The record's values as last read, and the version they are of. A new version is taken over but for what was typed. */
  values: V;
  version: number;
  /** Checked before anything is sent, against the values alone. */
  schema?: z.ZodType;
  save: (values: V, version: number) => Promise<CallResult<unknown>>;
  /** Reads the record again; called when the platform knows a newer version. */
  refresh: () => unknown;
};

export type EditForm<V extends FieldValues> = {
  form: UseFormReturn<V>;
  /** What others set meanwhile in fields changed here too; saving waits until one of both is chosen. */
  clashes: Readonly<Partial<V>>;
  keepMine: () => void;
  takeTheirs: () => void;
  /** What speaks of no field. */
  problem: string | null;
  submit: () => Promise<void>;
  discard: () => void;
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A form over a record that may change while it is open. Nothing read later overwrites what was typed; errors of the
 * platform land on their fields; leaving with changes asks first; the second of two editors is told, field by field.
 */
export function useEditForm<V extends FieldValues>({
  values,
  version,
  schema,
  save,
  refresh,
}: EditFormOptions<V>): EditForm<V> {
  const form = useForm<V>({ defaultValues: values as DefaultValues<V> });
  const { isDirty } = form.formState;
  const base = useRef({ values, version });
  const [clashes, setClashes] = useState<Partial<V>>({});
  const [problem, setProblem] = useState<string | null>(null);
  useUnsaved(isDirty);

  useEffect(() => {
    const before = base.current;
    if (version === before.version) return;
    const typed = form.getValues();
    const mine = Object.keys(values).filter((key) => !same(typed[key], before.values[key]));
    base.current = { values, version };
    form.reset(values, { keepErrors: true });
    for (const key of mine) form.setValue(key as Path<V>, typed[key], { shouldDirty: true });
    const differing = mine.filter((key) => !same(values[key], typed[key]));
    const isTheirs = (key: string) => !same(values[key], before.values[key]);
    setClashes((standing) =>
      entriesOf(
        values,
        differing.filter((key) => isTheirs(key) || key in standing),
      ),
    );
  }, [form, values, version]);

  const showErrors = (errors: Readonly<Record<string, string>>) => {
    const known = Object.entries(errors).filter(([name]) => name in values);
    known.forEach(([name, message], index) => {
      form.setError(name as Path<V>, { type: 'platform', message }, { shouldFocus: index === 0 });
    });
    return known.length > 0;
  };

  const submit = form.handleSubmit(async (typed) => {
    setProblem(null);
    const checked = schema?.safeParse(typed);
    if (checked?.error && showErrors(fieldErrors(checked.error))) return;
    const result = await save(typed, base.current.version);
    if (result.ok || isAbort(result.error)) return;
    const { error } = result;
    if (error instanceof CallError && error.errors && showErrors(error.errors)) return;
    if (error instanceof CallError && error.internalCode === ERROR_CODES.STALE) {
      await refresh();
      setProblem(
        'Someone else changed this in the meantime. What you typed is still here: look it over and save again.',
      );
    } else setProblem(messageOf(error));
  });

  return {
    form,
    clashes,
    keepMine: () => setClashes({}),
    takeTheirs: () => {
      for (const [key, theirs] of Object.entries(clashes)) form.setValue(key as Path<V>, theirs, { shouldDirty: true });
      setClashes({});
    },
    problem,
    submit: () => (Object.keys(clashes).length > 0 ? Promise.resolve() : submit()),
    discard: () => {
      form.reset(base.current.values);
      setClashes({});
      setProblem(null);
    },
  };
}

function entriesOf<V extends FieldValues>(values: V, keys: readonly string[]): Partial<V> {
  return Object.fromEntries(keys.map((key) => [key, values[key]])) as Partial<V>;
}
