import { useDeferredValue, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ownBrands as calls } from '../../../../domain/brands/contract';
import { claimOption } from '../../../kit/form/controls/claim-option';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { LEAST_SEARCHED } from '../../../kit/form/search';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { useCallQuery } from '../../../providers/refine/use-call';
import { BRANDS } from '../brand.text';
import { brands } from '../resource';

/** Claims a brand that no organization has, found by its name. */
export function ClaimBrand({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
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
          options: useClaimable(text),
          onSearch: setText,
          placeholder: 'Type a name',
          required: true,
        },
      ]}
    />
  );
}

/** Brands whose names contain the text, as choices; those that can't be claimed say so. */
function useClaimable(text: string) {
  const searchTerm = useDeferredValue(text.trim());
  const enabled = searchTerm.length >= LEAST_SEARCHED;
  const { data } = useCallQuery(calls.claimable, { query: { searchTerm } }, { enabled, keepsPrevious: true });
  return (enabled ? data : [])?.map(({ id, name, states, claimState }) =>
    claimOption(id, [name, states.join(', ')].filter(Boolean).join(' · '), claimState),
  );
}
