import { useEffect, useState } from 'react';
import {
  type FeatureId,
  type FeatureMap,
  FeatureMapSchema,
  type PermissionChange,
} from '../../../../../domain/access/features';
import type { OrgRole } from '../../../../../domain/team/role';
import { readDraft, saveDraft } from '../../../../providers/drafts';
import { applyAll, changesBetween, describeConsequences } from '../matrix/matrix';

type Draft = {
  /** What the role had when editing started. */
  base: FeatureMap;
  features: FeatureMap;
};

export type RoleDraft = {
  /** The map the matrix shows. */
  features: FeatureMap;
  /** What saving would change. */
  changes: readonly PermissionChange[];
  /**
   * The reader's unsaved changes when someone else saved the role meanwhile; the matrix then shows the saved version.
   */
  kept: readonly PermissionChange[];
  /** What the last change caused, and why. */
  note: string | null;
  change: (asked: readonly PermissionChange[]) => void;
  /** Undoes the last change and its consequences. */
  undo: () => void;
  /** Discards everything; returns an undo. */
  discard: () => () => void;
  /** Applies the kept changes to the saved version. */
  reapply: () => void;
  /** Forgets what a reload would bring back. */
  forget: () => void;
};

const KEPT = 'We kept what you changed earlier.';
const nameOf = (roleId: number) => `role-permissions/${roleId}`;

/** What this person changed before a reload or a new sign-in. */
function readKept(roleId: number): Draft | null {
  const kept = readDraft(nameOf(roleId));
  const base = FeatureMapSchema.safeParse(kept?.base);
  const features = FeatureMapSchema.safeParse(kept?.typed);
  return kept && base.success && features.success ? { base: base.data, features: features.data } : null;
}

function keep(roleId: number, draft: Draft | null): void {
  const isChanged = draft !== null && changesBetween(draft.base, draft.features).length > 0;
  saveDraft(nameOf(roleId), isChanged ? { typed: draft.features, base: draft.base } : null);
}

/** Unsaved changes to one role, kept when newer versions arrive. `lacking` are flags the organization has off. */
export function useRoleDraft(role: OrgRole, lacking: readonly FeatureId[]): RoleDraft {
  const [draft, setDraft] = useState<Draft | null>(() => readKept(role.id));
  const [note, setNote] = useState<{ text: string; before: FeatureMap } | null>(
    draft && { text: KEPT, before: draft.base },
  );

  const isOvertaken = draft !== null && changesBetween(draft.base, role.features).length > 0;
  const mine = draft ? changesBetween(draft.base, draft.features) : [];
  const rebased = isOvertaken ? applyAll(role.features, mine, lacking).features : role.features;
  const kept = changesBetween(role.features, rebased);
  // Everything is saved by now, by the reader or by someone with the same change.
  if (isOvertaken && kept.length === 0) setDraft(null);

  const features = draft && !isOvertaken ? draft.features : role.features;
  const editFeatures = (next: FeatureMap) => setDraft({ base: role.features, features: next });
  useEffect(() => keep(role.id, draft), [role.id, draft]);

  return {
    features,
    changes: isOvertaken ? [] : mine,
    kept,
    note: isOvertaken ? null : (note?.text ?? null),
    change(asked) {
      const { features: next, alsoChanged } = applyAll(features, asked, lacking);
      const text = describeConsequences(asked, alsoChanged);
      editFeatures(next);
      setNote(text === null ? null : { text, before: features });
    },
    undo() {
      if (note) editFeatures(note.before);
      setNote(null);
    },
    discard() {
      setDraft(null);
      setNote(null);
      return () => setDraft(draft);
    },
    reapply() {
      editFeatures(rebased);
      setNote(null);
    },
    forget: () => keep(role.id, null),
  };
}
