import { ownBrands, brandSuggestions as suggestions } from '../../../domain/brands/contract';
import type { Organization } from '../../../domain/organization/organization';
import { stateChoices } from '../../../domain/organization/us-states';
import { FormDialog } from '../../kit/form/FormDrawer';
import { useActionForm } from '../../kit/form/useRecordForm';
import { type CallResult, useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';

type Values = { suggestedName: string; suggestedStates: string[]; autoClaim: true };
/** A brand just added, with where it stands. */
export type AddedBrand = Pick<Organization['brands'][number], 'id' | 'name' | 'review'>;

type AddBrandProps = { onAdded: (brand: AddedBrand) => void; onClose: () => void };

/** Adds a brand by its name: one that nobody has is claimed, a new one goes to review and can be used meanwhile. */
export function AddBrand({ onAdded, onClose }: AddBrandProps) {
  const { scope, sellerCompany } = useSession();
  const find = useCall(ownBrands.claimable, { showsErrors: true });
  const claim = useCall(ownBrands.claim, { showsErrors: true });
  const suggest = useCall(suggestions.create, { showsErrors: true });

  async function send(values: Values, idempotencyKey: string): Promise<CallResult<AddedBrand>> {
    const name = values.suggestedName;
    const found = await find.run({ query: { searchTerm: name } });
    const free = found.ok
      ? found.value.find((one) => one.claimState === 'AVAILABLE' && one.name.toLowerCase() === name.toLowerCase())
      : undefined;
    if (free) return claim.run({ body: { brandId: free.id, orgId: scope?.orgId ?? 0 } });
    const made = await suggest.run({ body: values }, { idempotencyKey });
    if (!made.ok) return made;
    return { ok: true, value: { id: made.value.brandId ?? 0, name, review: 'IN_REVIEW' } };
  }

  const state = sellerCompany?.state.ansiAbbrevation;
  const form = useActionForm<Values, AddedBrand>(send, {
    schema: suggestions.create.body,
    values: { suggestedName: '', suggestedStates: state ? [state] : [], autoClaim: true },
    success: ({ name, review }) =>
      review === null ? `${name} added.` : `${name} is in review. You can add its products now.`,
    onSaved: (brand) => {
      onAdded(brand);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Add a brand"
      intro={<p>Verdant reviews new brands. You can add products meanwhile. Buyers see them once it’s approved.</p>}
      save="Add brand"
      asksFirst={false}
      onClose={onClose}
      fields={[
        { name: 'suggestedName', label: 'Brand name', required: true, maxLength: 120 },
        {
          name: 'suggestedStates',
          label: 'States',
          control: 'picks',
          options: stateChoices,
          hint: 'Where it is sold.',
          required: true,
        },
      ]}
    />
  );
}
