import { useState } from 'react';
import { counted } from '../../../../../domain/text';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import styles from '../roles.module.css';
import css from './SaveBar.module.css';
import type { RoleDraft } from './useRoleDraft';

export type SaveBarProps = {
  draft: RoleDraft;
  isSaving: boolean;
  /** Whether saving removes the person's own permission to change roles. */
  locksOut: boolean;
  onSave: () => Promise<void>;
  onDiscard: () => void;
};

/** The unsaved changes, what the last one caused, and Undo, Discard and Save. */
export function SaveBar({ draft, isSaving, locksOut, onSave, onDiscard }: SaveBarProps) {
  const [isAsking, setAsking] = useState(false);
  const count = draft.changes.length;
  const isOpen = count > 0;
  return (
    <div className={isOpen ? css.bar : undefined}>
      <div role="status" className={css.text}>
        {isOpen && (
          <>
            <strong>{counted(count, 'unsaved change')}</strong>
            {draft.note && <p>{draft.note}</p>}
          </>
        )}
      </div>
      {isOpen && (
        <div className={styles.acts}>
          {draft.note && (
            <Button tone="quiet" onClick={draft.undo} disabled={isSaving}>
              Undo
            </Button>
          )}
          <Button onClick={onDiscard} disabled={isSaving}>
            Discard
          </Button>
          <Button tone="primary" busy={isSaving} onClick={() => (locksOut ? setAsking(true) : void onSave())}>
            Save
          </Button>
        </div>
      )}
      {isAsking && (
        <Dialog
          title="This is your own role"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button
                tone="danger"
                onClick={() => {
                  setAsking(false);
                  void onSave();
                }}
              >
                Save anyway
              </Button>
              <Button tone="primary" onClick={() => setAsking(false)}>
                Keep editing
              </Button>
            </>
          }
        >
          <p>
            If you save, you can’t change roles anymore, including this one. Someone else would have to change it back.
          </p>
        </Dialog>
      )}
    </div>
  );
}
