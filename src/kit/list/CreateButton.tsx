import type { Requirement } from '../../../domain/access/ability';
import { useCan } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { Button } from '../../ui/Button';
import { useOpenRecord } from './useOpenRecord';

type CreateButtonProps = {
  /** "Add zone". */
  label: string;
  /** What creating one takes. */
  requires: Requirement;
  /** Until what its form needs is there. */
  disabled?: boolean;
};

/** Opens the form of a new record beside the list; whoever may not create one is told why. */
export function CreateButton({ label, requires, disabled = false }: CreateButtonProps) {
  const whyNot = useCan().whyNot(requires);
  const { open } = useOpenRecord();
  return (
    <>
      <Button tone="primary" icon="plus" disabled={disabled || whyNot !== null} onClick={() => open(null)}>
        {label}
      </Button>
      {whyNot && <WhyNot reason={whyNot} />}
    </>
  );
}
