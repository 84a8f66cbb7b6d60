import type { FormEvent, KeyboardEvent, RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Clash } from './merge';

export type FormOptions<V extends FieldValues, R> = {
  /** The values of the record as last read, or those to begin with. Fields nobody typed in follow when they change. */
  values: V;
  /** The version of the record the values are of. */
  version?: number | undefined;
  /** What is sent, made of what was typed. `changed` names the fields that differ from the record. Values and version unless said. */
  body?: (values: V, about: { changed: ReadonlySet<keyof V>; version: number | undefined }) => unknown;
  /** Field names of the platform, where the form calls them otherwise. */
  names?: Readonly<Record<string, keyof V & string>>;
  /** Fields that are never kept beyond this page: keys, passwords. A form with one remembers nothing else than its other fields. */
  secrets?: readonly (keyof V & string)[];
  /** Names the draft; false keeps none. */
  draft?: string | false;
  /** Said when it is saved. */
  success?: string | ((result: R) => string);
  onSaved?: (result: R, values: V) => unknown;
  /** Goes back to the first values after saving, as a form does that adds one after the other. */
  clears?: boolean;
  /** Fields of the body that are added on the way: what is wrong with them is not the person's to mend. */
  supplied?: readonly string[];
  /** Called instead of sending where nothing differs from the record. */
  unchanged?: () => void;
  /** Reads the record again; called when the platform knows a newer version. */
  refresh?: (() => unknown) | undefined;
};

export type Problem = { message: string; canRetry: boolean };

export type RecordForm<V extends FieldValues> = {
  rhf: UseFormReturn<V>;
  isDirty: boolean;
  isSaving: boolean;
  /** What others set meanwhile in fields changed here too; saving waits until each is settled. */
  clashes: readonly Clash[];
  settle: (name: string, side: 'mine' | 'theirs') => void;
  /** What speaks of no field. */
  problem: Problem | null;
  /** What is shown was typed earlier, before a reload. */
  isRestored: boolean;
  submit: () => Promise<void>;
  /** Back to the record as it is now; forgets what was typed. */
  discard: () => void;
  /** For the `<form>`. */
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
    noValidate: true;
  };
};
