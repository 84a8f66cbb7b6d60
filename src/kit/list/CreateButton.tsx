import type { Requirement } from '../../../domain/access/ability';
import { Can } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { Button } from '../../ui/Button';
import { useOpenRecord } from './useOpenRecord';

type CreateButtonProps = {
  /** "Add zone". */
  label: string;
  /** What creating a record requires. */
  requires: Requirement;
  /** Disabled until the form's data is loaded. */
  disabled?: boolean;
};

/** Opens the create form beside the list; people who may not create are told why. */
export function CreateButton({ label, requires, disabled = false }: CreateButtonProps) {
  const { open } = useOpenRecord();
  const button = (isDisabled: boolean) => (
    <Button tone="primary" icon="plus" disabled={isDisabled} onClick={() => open(null)}>
      {label}
    </Button>
  );
  return (
    <Can
      requires={requires}
      otherwise={(reason) => (
        <>
          {button(true)}
          <WhyNot reason={reason} />
        </>
      )}
    >
      {button(disabled)}
    </Can>
  );
}
