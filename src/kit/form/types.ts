import type { FormEvent, KeyboardEvent, RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { FieldErrors } from '../../../domain/errors';
import type { Clash, Mergers } from './merge';

export type FormOptions<V extends FieldValues, R> = {
  /** The record's latest values, or initial ones. Untouched fields follow when they change. */
  values: V;
  /** The version of these values. */
  version?: number | undefined;
  /**
   * Builds the body from the typed values. `changed` names fields that differ from the record. By default the values
   * and version.
   */
  body?: (values: V, about: { changed: ReadonlySet<keyof V>; version: number | undefined }) => unknown;
  /** The platform's field names where the form uses others. */
  names?: Readonly<Record<string, keyof V & string>>;
  /** Merges fields that hold several things, such as a list of lines, instead of asking which side to keep. */
  mergers?: Mergers<V>;
  /** Fields never stored beyond this page: keys, passwords. The form's other fields are still kept. */
  secrets?: readonly (keyof V & string)[];
  /** The draft's name; false keeps no draft. */
  draft?: string | false;
  /** Message on success. */
  success?: string | ((result: R) => string);
  /** Message on a failure without its own. */
  failure?: string;
  onSaved?: (result: R, values: V) => unknown;
  /** Resets after saving, for forms that add one after another. */
  clears?: boolean;
  /** Body fields added by the code: their errors aren't the person's to fix. */
  supplied?: readonly string[];
  /** Called instead of submitting when nothing has changed. */
  unchanged?: () => void;
  /** Rereads the record; called when the platform has a newer version. */
  refresh?: (() => unknown) | undefined;
};

export type Problem = {
  message: string;
  /** Messages of fields that aren't shown now, by field. */
  unseen?: FieldErrors;
  canRetry: boolean;
  /** The refusal's HTTP status, if there was one. */
  status?: number | undefined;
};

export type RecordForm<V extends FieldValues> = {
  rhf: UseFormReturn<V>;
  isDirty: boolean;
  isSaving: boolean;
  /** Conflicts with someone else's changes; saving waits until each is resolved. */
  clashes: readonly Clash[];
  settle: (name: string, side: 'mine' | 'theirs') => void;
  /** Messages for no particular field. */
  problem: Problem | null;
  /** The values were restored from before a reload. */
  isRestored: boolean;
  submit: () => Promise<void>;
  /** Resets to the current record and discards the draft; returns what undoes that. */
  discard: () => () => void;
  /** For the `<form>`. */
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
    noValidate: true;
  };
};
