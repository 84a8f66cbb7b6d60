import { useEffect, useMemo, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { SUGGESTION_STATUSES } from '../../../../../domain/brands/suggestion';
import { productLines } from '../../../../../domain/catalogue/lines-contract';
import type { Product } from '../../../../../domain/catalogue/product-record';
import type { BrandReview } from '../../../../../domain/organization/organization';
import { choicesOf } from '../../../../kit/form/choices';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { useSession } from '../../../../providers/session';
import type { AddedBrand } from '../../../brands/AddBrand';
import type { ProductChoices } from '../product.fields';
import type { ProductValues } from '../product.text';
import { products } from '../resource';

const LISTED = { topics: ['products'], keepsPrevious: true } as const;
const MOST = 250;

type Named = { id: number; name: string; review?: BrandReview | null };

const optionOf = ({ id, name, review }: Named) => ({
  value: id,
  label: review ? `${name} (${SUGGESTION_STATUSES[review].toLowerCase()})` : name,
});

/** Choices, with the one already chosen even if it isn't among those offered. */
const withKnown = (known: Named | null | undefined, found: readonly Named[]) =>
  (known && !found.some(({ id }) => id === known.id) ? [known, ...found] : found).map(optionOf);

const withAdded = (added: AddedBrand | null, own: readonly AddedBrand[]): readonly AddedBrand[] =>
  added && !own.some(({ id }) => id === added.id) ? [...own, added] : own;

/**
 * What a product's form offers for the brand chosen in it; `known` is the product as it was read, `added` a brand that was
 * just added and may not be in the session yet.
 */
export function useProductChoices(
  brandId: number | null,
  known: Product | undefined,
  added: AddedBrand | null,
): ProductChoices {
  const { scope, organization } = useSession();
  const orgId = scope?.orgId ?? 0;
  const companyId = known?.companyId ?? scope?.sellerCompanyId ?? undefined;
  const [found, setFound] = useState<readonly Named[]>([]);
  const brandIds = brandId === null ? [] : [brandId];
  const enabled = brandId !== null;
  const lines = useCallQuery(
    productLines.search,
    { body: { orgId, brandIds, itemsPerPage: MOST } },
    { ...LISTED, enabled },
  );
  const knownOf = <T>(value: T | null | undefined) => (known?.brandId === brandId ? value : null);
  return {
    brands: withKnown(known?.brand, withAdded(added, organization?.brands ?? [])),
    lines: enabled ? lines.data && withKnown(knownOf(known?.productLine), lines.data.results) : [],
    parents: enabled
      ? choicesOf(products, {
          search: 'productNameSearch',
          filters: { parent: true, verdantBrandIds: brandIds },
          query: { companyId },
          sortBy: 'name',
          option: (row) => ({ ...optionOf(row), disabled: row.id === known?.id }),
          chosen: withKnown(knownOf(known?.parent), []),
          onFound: setFound,
        })
      : null,
    parentNames: withKnown(knownOf(known?.parent), found),
  };
}

/** Clears what belongs to the brand or category when a person chooses another. */
export function useDependentFields(rhf: UseFormReturn<ProductValues>): void {
  useEffect(() => {
    const watched = rhf.watch((_values, { name, type }) => {
      if (type !== 'change') return;
      const clear = (field: 'productLineId' | 'parentId' | 'subcategoryId') =>
        rhf.setValue(field, null, { shouldDirty: true });
      if (name === 'brandId') {
        clear('productLineId');
        clear('parentId');
      }
      if (name === 'category') clear('subcategoryId');
    });
    return () => watched.unsubscribe();
  }, [rhf]);
}

/** How another person's choice is named in a conflict. */
export function useChoiceNames(choices: ProductChoices): (name: keyof ProductValues, value: unknown) => string | null {
  const { brands, lines, parentNames } = choices;
  return useMemo(() => {
    const options = { brandId: brands, productLineId: lines, parentId: parentNames } as const;
    return (name, value) => {
      const found = name in options ? options[name as keyof typeof options]?.find((one) => one.value === value) : null;
      return found?.label ?? null;
    };
  }, [brands, lines, parentNames]);
}
