import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { ERROR_CODES, type FieldErrors, fieldErrors } from '../../../domain/errors';
import { CallError, isAbort, isUnknown, messageOf } from '../../providers/call/call-errors';
import { type KeyedInput, keyedInputAfter, keyedInputFor } from '../../providers/call/idempotency-key';
import { type Draft, readDraft, saveDraft, saveDraftSoon } from '../../providers/drafts';
import type { CallResult } from '../../providers/refine/use-call';
import { isAskedElsewhere } from '../../providers/session/refusals';
import { showSnack } from '../../providers/snackbar';
import { useUnsaved } from '../../providers/unsaved';
import { type Clash, changedOf, isPlain, mergeRecord, pick, type Read, same, set } from './merge';
import type { FormOptions, Problem, RecordForm } from './types';

// Long before anything typed is refused; without it a refusal is in other words, no more.
import('../../../domain/contract/plain-words').catch(() => undefined);

/** How a shown field says that it is wrong. */
export const MARKED = '[aria-invalid="true"], [data-invalid] :is(input, button)';

type Send<R> = (body: unknown, idempotencyKey: string) => Promise<CallResult<R>>;

const STALE =
  'Someone else changed this while you were editing. Your changes are still here. Check them and save again.';

/**
 * The behavior shared by all forms, however they submit: validation by the platform's own schema before sending; the
 * platform's errors on their fields, focusing the first; nothing typed is lost to a refetch, a reload, an expired
 * session or a lost connection; conflicts shown field by field; one effect however often Save is pressed.
 */
export function useFormLife<V extends FieldValues, R>(
  rhf: UseFormReturn<V>,
  send: Send<R>,
  schema: z.ZodType | undefined,
  options: FormOptions<V, R>,
): RecordForm<V> {
  const { values, version, draft: draftName = false } = options;
  const latest = useRef({ options, send, schema });
  latest.current = { options, send, schema };
  const { isDirty, isSubmitting } = rhf.formState;
  const element = useRef<HTMLFormElement>(null);
  const base = useRef<Read<V>>({ values, version });
  const seen = useRef<Read<V>>({ values, version });
  const intent = useRef<KeyedInput>(undefined);
  const isUnderWay = useRef(false);
  const standing = useRef<readonly Clash[]>([]);
  const [clashes, setClashes] = useState(standing.current);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRestored, setRestored] = useState(false);
  const wrong = useRef<FieldErrors>({});
  const [mistakes, setMistakes] = useState(0);

  const forget = useCallback(() => draftName !== false && saveDraft(draftName, null), [draftName]);
  useUnsaved(isDirty, { drop: forget });

  const draft = useCallback((): Draft | null => {
    const { secrets = [] } = latest.current.options;
    const typed = rhf.getValues();
    const changed = changedOf(typed, base.current.values).filter(
      (name) => !secrets.includes(name) && isPlain(typed[name]),
    );
    const kept = secrets.length === 0 ? intent.current : undefined;
    if (changed.length === 0 && !kept) return null;
    return {
      typed: pick(typed, changed),
      base: pick(base.current.values, changed),
      ...(base.current.version === undefined ? {} : { version: base.current.version }),
      ...(kept ? { intent: kept } : {}),
    };
  }, [rhf]);
  const remember = useCallback(() => draftName !== false && saveDraft(draftName, draft()), [draft, draftName]);

  const takeOver = useCallback(
    (next: Read<V>) => {
      const before = base.current;
      base.current = next;
      standing.current = mergeRecord(rhf, next, before, standing.current, latest.current.options.mergers);
      setClashes(standing.current);
    },
    [rhf],
  );

  // Restores values typed before a reload over the record as it was then; the current record is merged after.
  useEffect(() => {
    const kept = draftName === false ? null : readDraft(draftName);
    if (!kept) return;
    intent.current = kept.intent;
    const known = Object.keys(kept.typed).filter((name) => name in seen.current.values);
    if (known.length === 0) return;
    base.current = { values: { ...seen.current.values, ...pick(kept.base, known) }, version: kept.version };
    rhf.reset(base.current.values);
    for (const name of known) set(rhf, name, kept.typed[name]);
    takeOver(seen.current);
    setRestored(changedOf(rhf.getValues(), base.current.values).length > 0);
  }, [rhf, draftName, takeOver]);

  useEffect(() => {
    if (draftName === false) return;
    const watched = rhf.watch(() => saveDraftSoon(draftName, draft));
    return () => watched.unsubscribe();
  }, [rhf, draft, draftName]);

  useEffect(() => {
    const isSame = version === undefined ? same(values, seen.current.values) : version === seen.current.version;
    if (isSame) return;
    seen.current = { values, version };
    takeOver(seen.current);
    remember();
  }, [values, version, takeOver, remember]);

  useEffect(() => {
    const form = element.current;
    if (mistakes === 0 || !form) return;
    const marked = form.querySelector<HTMLElement>(MARKED);
    if (marked) marked.focus();
    // All that is wrong is in fields that don't show now.
    else if (Object.keys(wrong.current).length > 0) {
      setProblem((other) => ({ message: '', canRetry: false, ...other, unseen: wrong.current }));
    }
  }, [mistakes]);

  /** Shows each message on its field, and the rest together. */
  const show = (messages: FieldErrors) => {
    const { names = {}, values: known } = latest.current.options;
    const elsewhere: string[] = [];
    wrong.current = {};
    for (const [path, message] of Object.entries(messages)) {
      const name = fieldOf(path, names, known);
      if (name === null) elsewhere.push(message);
      // What can't be read says so itself.
      else {
        wrong.current[name] = message;
        if (rhf.getFieldState(name as Path<V>).error?.type !== 'validate')
          rhf.setError(name as Path<V>, { type: 'platform', message });
      }
    }
    if (elsewhere.length > 0) setProblem({ message: elsewhere.join(' '), canRetry: false });
    setMistakes((count) => count + 1);
  };

  const refused = async (error: unknown) => {
    if (isAbort(error) || isAskedElsewhere(error)) return;
    if (error instanceof CallError && error.errors && Object.keys(error.errors).length > 0) return show(error.errors);
    if (error instanceof CallError && error.internalCode === ERROR_CODES.STALE) {
      await latest.current.options.refresh?.();
      return setProblem({ message: STALE, canRetry: false });
    }
    setProblem({
      message: messageOf(error, latest.current.options.failure),
      canRetry: isUnknown(error),
      ...(error instanceof CallError && { status: error.status }),
    });
  };

  const saved = async (result: R, sent: V) => {
    const { clears, success, onSaved } = latest.current.options;
    intent.current = undefined;
    setRestored(false);
    // Immediately, so there is no unsaved question when `onSaved` navigates.
    flushSync(() => {
      if (clears) return rhf.reset(base.current.values);
      // Keeps what is typed while saving.
      base.current = { values: sent, version: base.current.version };
      takeOver(base.current);
    });
    remember();
    if (success) showSnack({ status: 'success', message: typeof success === 'string' ? success : success(result) });
    await onSaved?.(result, sent);
  };

  /** What the form would send, as the platform's own schema reads it, and what is wrong with it by field. */
  const prepare = () => {
    const { options: now, schema: rules } = latest.current;
    const typed = structuredClone(rhf.getValues());
    const { values: before, version: of } = base.current;
    const changed = new Set<keyof V>(changedOf(typed, before));
    const body = now.body
      ? now.body(typed, { changed, version: of })
      : { ...typed, ...(of === undefined ? {} : { version: of }) };
    const checked = rules?.safeParse(body);
    const wrong = checked?.error ? withoutFields(fieldErrors(checked.error), now.supplied) : {};
    return { typed, wrong, sent: checked?.success ? checked.data : body, isUnchanged: changed.size === 0 };
  };

  const attempt = rhf.handleSubmit(
    async () => {
      const { unchanged } = latest.current.options;
      const { typed, wrong, sent, isUnchanged } = prepare();
      if (isUnchanged && unchanged) return unchanged();
      if (Object.keys(wrong).length > 0) return show(wrong);
      intent.current = keyedInputFor(intent.current, sent);
      remember();
      const result = await latest.current.send(sent, intent.current.key);
      if (result.ok) return saved(result.value, typed);
      intent.current = keyedInputAfter(intent.current, result.error);
      remember();
      await refused(result.error);
    },
    // Numbers that can't be read say so; everything else that is wrong is said with them.
    () => show(prepare().wrong),
  );

  const leaveStanding = (left: readonly Clash[]) => {
    standing.current = left;
    setClashes(left);
  };

  const submit = async () => {
    if (isUnderWay.current || clashes.length > 0) return;
    isUnderWay.current = true;
    setProblem(null);
    rhf.clearErrors();
    try {
      await attempt();
    } finally {
      isUnderWay.current = false;
    }
  };

  return {
    rhf,
    isDirty,
    isSaving: isSubmitting,
    clashes,
    settle: (name, side) => {
      const clash = clashes.find((one) => one.name === name);
      if (clash && side === 'theirs') set(rhf, name, clash.theirs);
      leaveStanding(clashes.filter((one) => one !== clash));
    },
    problem,
    isRestored: isRestored && isDirty,
    submit,
    discard: () => {
      const sent = intent.current;
      const typed = structuredClone(rhf.getValues());
      const changed = changedOf(typed, base.current.values);
      intent.current = undefined;
      rhf.reset(base.current.values);
      leaveStanding([]);
      setProblem(null);
      setRestored(false);
      forget();
      return () => {
        // What may have arrived isn't sent a second time under another key.
        intent.current = sent;
        for (const name of changed) set(rhf, name as string, typed[name]);
        setRestored(true);
      };
    },
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        // A form in a nested dialog isn't part of this form.
        event.stopPropagation();
        void submit();
      },
      // Also from a textarea.
      onKeyDown: (event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        if (!isHeldBack(element.current)) void submit();
      },
    },
  };
}

/** Whether its button can't be pressed now, which the keyboard doesn't get around. */
const isHeldBack = (form: HTMLFormElement | null): boolean => buttonsOf(form)[0]?.disabled === true;

const buttonsOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])]
    .filter((part) => part instanceof HTMLButtonElement)
    .filter(({ type }) => type === 'submit');

/** The messages without these fields. */
const withoutFields = (messages: FieldErrors, names: readonly string[] = []): FieldErrors =>
  Object.fromEntries(Object.entries(messages).filter(([path]) => !names.includes(path)));

/** The form's field for a platform path; null if it has none. */
function fieldOf(path: string, names: Readonly<Record<string, string>>, values: FieldValues): string | null {
  const [head = ''] = path.split('.');
  const known = names[path] ?? names[head];
  if (known !== undefined) return known;
  if (!(head in values)) return null;
  const value: unknown = values[head];
  const isRows = Array.isArray(value) && typeof value[0] === 'object';
  return isRows ? path : head;
}
