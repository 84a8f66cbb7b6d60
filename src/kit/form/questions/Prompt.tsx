import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';

/** A button's action, or a link. */
export type GoOn = { label: string } & ({ onSelect: () => void } | { to: string });

export type PromptProps = {
  title: string;
  children: ReactNode;
  /** The remedy, if there is one here; without it, only Close. */
  goOn?: GoOn | null;
  onClose: () => void;
};

/** Says why something can't be done yet, with a button to fix it and Cancel, or just Close. */
export function Prompt({ title, children, goOn = null, onClose }: PromptProps) {
  return (
    <Dialog
      title={title}
      width={400}
      onClose={onClose}
      actions={
        goOn ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            {'to' in goOn ? (
              <Link className="v-button v-primary" to={goOn.to}>
                {goOn.label}
              </Link>
            ) : (
              <Button tone="primary" onClick={goOn.onSelect}>
                {goOn.label}
              </Button>
            )}
          </>
        ) : (
          <Button tone="primary" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {children}
    </Dialog>
  );
}
