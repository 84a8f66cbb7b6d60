import { useState } from 'react';
import type { FeatureId, FeatureMap, PermissionChange } from '../../../domain/access/features';
import type { OrgRole } from '../../../domain/organization/organization';
import { applyAll, changesBetween, describeFollow } from './matrix';

type Draft = {
  /** The role as it was when the changes were made. */
  base: OrgRole;
  features: FeatureMap;
};

export type RoleDraft = {
  /** What the matrix shows. */
  features: FeatureMap;
  /** What saving would change. */
  changes: readonly PermissionChange[];
  /** One's own unsaved changes where somebody else has saved the role meanwhile; the matrix then shows what is saved. */
  kept: readonly PermissionChange[];
  /** What followed from the last tick, and why. */
  note: string | null;
  change: (asked: readonly PermissionChange[]) => void;
  /** Takes the last tick back, with what followed from it. */
  undo: () => void;
  /** Gives back how to have everything again. */
  discard: () => () => void;
  /** Puts what was kept on top of what is saved now. */
  reapply: () => void;
};

/**
 * The unsaved changes to one role; they outlive every newer version of it that arrives. `lacking` are flags the
 * organization has not switched on.
 */
export function useRoleDraft(role: OrgRole, lacking: readonly FeatureId[]): RoleDraft {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [note, setNote] = useState<{ text: string; before: FeatureMap } | null>(null);

  const isOvertaken = draft !== null && changesBetween(draft.base.features, role.features).length > 0;
  const mine = draft ? changesBetween(draft.base.features, draft.features) : [];
  const rebased = isOvertaken ? applyAll(role.features, mine, lacking).features : role.features;
  const kept = changesBetween(role.features, rebased);
  // All of it is saved by now, by oneself or by somebody who wanted the same.
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
      const text = describeFollow(asked, alsoChanged);
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
