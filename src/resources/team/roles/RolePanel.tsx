import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  FEATURE_IDS,
  FEATURES,
  type FeatureMap,
  hasPermission,
  type PermissionChange,
} from '../../../../domain/access/features';
import { isOwnerOrAdmin } from '../../../../domain/access/roles';
import { ERROR_CODES } from '../../../../domain/errors';
import type { OrgRole } from '../../../../domain/team/role';
import { counted } from '../../../../domain/text';
import { CallError, messageOf } from '../../../providers/call/call-errors';
import { useResourceUpdate } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { isAskedElsewhere } from '../../../providers/session/refusals';
import { showSnack } from '../../../providers/snackbar';
import { useUnsaved } from '../../../providers/unsaved';
import { Button } from '../../../ui/Button';
import { Field, FieldError, TextInput } from '../../../ui/Field';
import { useMediaQuery } from '../../../ui/hooks';
import { Icon } from '../../../ui/Icon';
import { EmptyState } from '../../../ui/states';
import { useChangeSearch } from '../../../ui/useChangeSearch';
import { ROLE, SEARCH } from './address';
import { SaveBar } from './draft/SaveBar';
import { useRoleDraft } from './draft/useRoleDraft';
import { areasMatching, nameChanges } from './matrix/matrix';
import { RoleMatrix } from './matrix/RoleMatrix';
import { RoleHead } from './RoleHead';
import css from './RolePanel.module.css';
import { roles } from './resource';
import styles from './roles.module.css';

export type RolePanelProps = {
  role: OrgRole;
  /** Why the reader can't change roles; null when they can. */
  whyNot: string | null;
  reread: () => Promise<unknown>;
};

/** One role: name, people and permissions. */
export function RolePanel({ role, whyNot, reread }: RolePanelProps) {
  const { membership } = useSession();
  const isStacked = useMediaQuery('(max-width: 599px)');
  const [parameters] = useSearchParams();
  const changeSearch = useChangeSearch();
  const [search, setSearch] = useState(parameters.get(SEARCH) ?? '');
  const flags = membership?.enabledFeatures;
  const lacking = useMemo(() => FEATURE_IDS.filter((id) => FEATURES[id].isFlag && !flags?.includes(id)), [flags]);
  const draft = useRoleDraft(role, lacking);
  const { save, isSaving, failure } = useSaveRole(role, draft.features, reread);
  const isChanged = draft.changes.length + draft.kept.length > 0;
  useUnsaved(isChanged, { drop: draft.forget, loses: (_from, to) => to.get(ROLE) !== String(role.id) });
  const panel = useRestoredFocus(`${draft.changes.length} ${draft.kept.length} ${draft.note}`);

  const fixed = isOwnerOrAdmin({ role }) ? `${role.name} always has full access, so nobody gets locked out.` : null;
  const manages = { feature: 'MANAGE_ROLES', level: 'write' } as const;
  const locksOut =
    role.id === membership?.role.id && hasPermission(role.features, manages) && !hasPermission(draft.features, manages);

  const find = (text: string) => {
    setSearch(text);
    changeSearch(
      (now) => {
        if (text) now.set(SEARCH, text);
        else now.delete(SEARCH);
        return now;
      },
      { replace: true },
    );
  };
  const discard = () => {
    const restore = draft.discard();
    showSnack({ status: 'info', message: 'Changes discarded', action: { label: 'Undo', run: restore } });
  };

  return (
    <section ref={panel} className={css.panel} aria-labelledby="role-name">
      <RoleHead role={role} whyNot={whyNot} fixed={fixed} isChanged={isChanged} />
      {draft.kept.length > 0 && <KeptChanges kept={draft.kept} onReapply={draft.reapply} onDiscard={discard} />}
      <Field label="Find a permission" labelHidden>
        <TextInput
          type="search"
          placeholder="Find a permission"
          value={search}
          onChange={({ target }) => find(target.value)}
        />
      </Field>
      {areasMatching(search).length === 0 && (
        <EmptyState icon="search" title={`No permission matches “${search}”`} hint="Try another word." />
      )}
      <RoleMatrix
        roleName={role.name}
        features={draft.features}
        saved={role.features}
        search={search}
        lacking={lacking}
        isReadOnly={whyNot !== null || fixed !== null || isSaving || draft.kept.length > 0}
        isStacked={isStacked}
        onChange={draft.change}
      />
      {failure && <FieldError>{failure}</FieldError>}
      <SaveBar draft={draft} isSaving={isSaving} locksOut={locksOut} onSave={save} onDiscard={discard} />
    </section>
  );
}

/** When the pressed button disappears, focus returns to the matrix. */
function useRestoredFocus(moment: string) {
  const panel = useRef<HTMLElement>(null);
  const former = useRef(moment);
  useEffect(() => {
    if (former.current === moment) return;
    former.current = moment;
    // A frame later, once the removed elements are gone.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      panel.current?.querySelector<HTMLElement>('input[data-row][tabindex="0"]')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [moment]);
  return panel;
}

type KeptChangesProps = { kept: readonly PermissionChange[]; onReapply: () => void; onDiscard: () => void };

/** For the second of two editors: shows the saved version, and keeps their own changes to apply or discard. */
function KeptChanges({ kept, onReapply, onDiscard }: KeptChangesProps) {
  const granted = kept.filter((change) => change.granted);
  const removed = kept.filter((change) => !change.granted);
  return (
    <div className={`${styles.notice} ${styles.kept}`} role="alert">
      <Icon name="warning" />
      <div>
        <p>
          <strong>Someone else changed this role while you were editing.</strong> You’re looking at their version. Your
          changes aren’t saved yet:
        </p>
        {granted.length > 0 && <p>Granted: {nameChanges(granted)}</p>}
        {removed.length > 0 && <p>Removed: {nameChanges(removed)}</p>}
        <div className={styles.acts}>
          <Button tone="primary" onClick={onReapply}>
            Apply my changes
          </Button>
          <Button onClick={onDiscard}>Discard my changes</Button>
        </div>
      </div>
    </div>
  );
}

const isStale = (error: unknown): boolean => error instanceof CallError && error.internalCode === ERROR_CODES.STALE;

function effectOn({ name, userCount }: OrgRole): string {
  if (userCount === 0) return `“${name}” saved. Nobody has it yet.`;
  const holders = counted(userCount, 'person', 'people');
  return `“${name}” saved. It now applies to ${holders}.`;
}

/**
 * Saves a role's permissions from the version on screen. If someone else saved first, nothing is written: their version
 * is loaded, and the draft keeps the reader's changes.
 */
function useSaveRole(role: OrgRole, features: FeatureMap, reread: () => Promise<unknown>) {
  const { run } = useResourceUpdate(roles, { showsErrors: true });
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const save = async () => {
    setSaving(true);
    setFailure(null);
    const result = await run(role.id, { name: role.name, features, version: role.version });
    if (result.ok) showSnack({ status: 'success', message: effectOn(result.value) });
    if (result.ok || isStale(result.error)) await reread();
    else if (!isAskedElsewhere(result.error)) {
      setFailure(messageOf(result.error, 'We couldn’t save the role. Try again.'));
    }
    setSaving(false);
  };
  return { save, isSaving, failure };
}
