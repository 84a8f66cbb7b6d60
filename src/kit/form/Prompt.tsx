import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

/** An act, or another page. */
export type GoOn = { label: string } & ({ onSelect: () => void } | { to: string });

export type PromptProps = {
  title: string;
  children: ReactNode;
  /** What can be done about it here; without, the person can only close it. */
  goOn?: GoOn | null;
  onClose: () => void;
};

/** Says why something cannot be done yet: with a button that leads to the remedy and Cancel, or with Close alone. */
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
