import { Link, useNavigate } from 'react-router';
import { choicesOf, LEAST_SEARCHED } from '../../../kit/form/choices';
import { claimOption } from '../../../kit/form/controls/claim-option';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { BRANDS } from '../brand.text';
import { brands, claimableBrands } from '../resource';

/** Brands that can't be claimed say so. */
const CLAIMABLE = choicesOf(claimableBrands, {
  search: 'searchTerm',
  least: LEAST_SEARCHED,
  option: ({ id, name, states, claimState }) =>
    claimOption(id, [name, states.join(', ')].filter(Boolean).join(' · '), claimState),
});

/** Claims a brand that no organization has, found by its name. */
export function ClaimBrand({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useRecordForm<typeof brands, { brandId: number | null }>(brands, {
    values: { brandId: null },
    body: ({ brandId }) => ({ brandId: brandId ?? undefined }),
    draft: false,
    success: ({ name }) => `${name} claimed.`,
    onSaved: ({ slug }) => void navigate(`${BRANDS}/${slug}`, { replace: true }),
  });
  return (
    <FormDrawer
      form={form}
      title="Claim a brand"
      intro={
        <p>
          Find your brand by its name. If it isn’t here, <Link to="/network/brands?suggest">suggest a new brand</Link>.
        </p>
      }
      save="Claim brand"
      asksFirst={false}
      onClose={onClose}
      fields={[
        {
          name: 'brandId',
          label: 'Brand',
          control: 'lookup',
          source: CLAIMABLE,
          placeholder: 'Type a name',
          required: true,
        },
      ]}
    />
  );
}
