import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FEATURE_IDS, FEATURES, hasPermission } from '../../../../domain/access/features';
import { isOwnerOrAdmin } from '../../../../domain/access/roles';
import type { OrgRole } from '../../../../domain/team/role';
import { useSession } from '../../../providers/session';
import { showSnack } from '../../../providers/snackbar';
import { useUnsaved } from '../../../providers/unsaved';
import { Field, FieldError, TextInput } from '../../../ui/Field';
import { useMediaQuery } from '../../../ui/hooks';
import { EmptyState } from '../../../ui/states';
import { useChangeSearch } from '../../../ui/useChangeSearch';
import { ROLE, SEARCH } from './address';
import { KeptChanges } from './draft/KeptChanges';
import { SaveBar } from './draft/SaveBar';
import { useRoleDraft } from './draft/useRoleDraft';
import { useSaveRole } from './draft/useSaveRole';
import { areasMatching } from './matrix/matrix';
import { RoleMatrix } from './matrix/RoleMatrix';
import { RoleHead } from './RoleHead';
import css from './RolePanel.module.css';

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
  useUnsaved(isChanged, { loses: (_from, to) => to.get(ROLE) !== String(role.id) });
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
