import { useState } from 'react';
import type { FeatureId, FeatureMap, PermissionChange } from '../../../../../domain/access/features';
import type { OrgRole } from '../../../../../domain/team/role';
import { applyAll, changesBetween, describeConsequences } from '../matrix/matrix';

type Draft = {
  /** The role when editing started. */
  base: OrgRole;
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
};

/** Unsaved changes to one role, kept when newer versions arrive. `lacking` are flags the organization has off. */
export function useRoleDraft(role: OrgRole, lacking: readonly FeatureId[]): RoleDraft {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [note, setNote] = useState<{ text: string; before: FeatureMap } | null>(null);

  const isOvertaken = draft !== null && changesBetween(draft.base.features, role.features).length > 0;
  const mine = draft ? changesBetween(draft.base.features, draft.features) : [];
  const rebased = isOvertaken ? applyAll(role.features, mine, lacking).features : role.features;
  const kept = changesBetween(role.features, rebased);
  // Everything is saved by now, by the reader or by someone with the same change.
  if (isOvertaken && kept.length === 0) setDraft(null);

  const features = draft && !isOvertaken ? draft.features : role.features;
  const editFeatures = (next: FeatureMap) => setDraft({ base: role, features: next });

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
  };
}
