import type { CallInput } from '../../../../domain/contract/endpoint';
import { heldItems as calls } from '../../../../domain/inventory/items/held-items-contract';
import { counted } from '../../../../domain/text';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall } from '../../../providers/refine/use-call';

/** Which items, as the calls take them. */
export type ChosenItems = CallInput<typeof calls.unassignHeld>['body'];
type BrandChoice = { searchId: number; name: string };
type AssignProps = {
  chosen: ChosenItems;
  count: number;
  /** Undefined to take them from their brands. */
  brands: readonly BrandChoice[] | undefined;
  onDone: () => void;
  onClose: () => void;
};

/** Asks for the brand of items, or before they are taken from theirs. */
export function AssignDialog({ chosen, count, brands, onDone, onClose }: AssignProps) {
  const assign = useCall(calls.assignHeld, { showsErrors: true });
  const unassign = useCall(calls.unassignHeld, { showsErrors: true });
  if (chosen.licenseIds.length === 0) {
    return (
      <Confirm
        title="License selection required"
        act="Choose a license"
        run={async () => ({ ok: true, value: null })}
        onClose={onClose}
      >
        <p>All items that match can be changed only for licenses you choose. Filter by license first.</p>
      </Confirm>
    );
  }
  return (
    <Confirm<{ brandId: string }>
      title={
        brands ? `Assign ${counted(count, 'item')} to a brand?` : `Take ${counted(count, 'item')} from their brands?`
      }
      act={brands ? 'Assign' : 'Take from brands'}
      tone="primary"
      values={{ brandId: '' }}
      fields={
        brands
          ? [
              {
                name: 'brandId',
                label: 'Brand',
                control: 'select',
                placeholder: 'Choose a brand',
                required: true,
                options: brands.map(({ searchId, name }) => ({ value: searchId, label: name })),
              },
            ]
          : []
      }
      run={({ brandId }) =>
        brands ? assign.run({ body: { ...chosen, brandId: Number(brandId) } }) : unassign.run({ body: chosen })
      }
      success={brands ? `${counted(count, 'item')} assigned.` : `${counted(count, 'item')} taken from brands.`}
      onClose={() => {
        onDone();
        onClose();
      }}
    >
      <p>People who see only some brands see the packages of these items accordingly.</p>
    </Confirm>
  );
}
