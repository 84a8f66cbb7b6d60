import { useState } from 'react';
import type { FeatureMap } from '../../../../../domain/access/features';
import { ERROR_CODES } from '../../../../../domain/errors';
import type { OrgRole } from '../../../../../domain/team/role';
import { counted } from '../../../../../domain/text';
import { CallError, messageOf } from '../../../../providers/call/call-errors';
import { useResourceUpdate } from '../../../../providers/refine/use-resource';
import { isAskedElsewhere } from '../../../../providers/session/refusals';
import { showSnack } from '../../../../providers/snackbar';
import { roles } from '../resource';

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
export function useSaveRole(role: OrgRole, features: FeatureMap, reread: () => Promise<unknown>) {
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
