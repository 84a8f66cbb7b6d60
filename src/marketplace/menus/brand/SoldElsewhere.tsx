import { brands } from '../../../../domain/directory/contract';
import type { Brand } from '../../../../domain/directory/listing';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Icon } from '../../../ui/Icon';
import css from '../../marketplace.module.css';
import { BuyFor } from '../BuyFor';
import type { Buying } from './useBuying';

type SoldElsewhereProps = { brand: Brand; buying: Buying; productId: number };

/** Where a product is sold that this license's menu lacks, and the licenses that can buy it. */
export function SoldElsewhere({ brand, buying: { license, others, whyNot }, productId }: SoldElsewhereProps) {
  const { data } = useCallQuery(brands.products, { params: { id: brand.id }, query: {} });
  if (data === undefined) return null;
  const product = data.products.find(({ id }) => id === productId);
  const state = brand.sellers.find(({ companyId }) => companyId === product?.sellerCompanyId)?.usState;
  const able = others.filter((one) => one.license.state.ansiAbbrevation === state);
  return (
    <div className={css.notice} role="status">
      <Icon name="info" />
      <div>
        {product && state ? (
          <>
            <strong>
              {product.name} is sold in {state}.
            </strong>{' '}
            {license && `You’re buying for a license in ${license.license.state.ansiAbbrevation}.`}
            {whyNot === null && able.length > 0 && <BuyFor licenses={able} />}
            {whyNot === null && able.length === 0 && ` None of your licenses is in ${state}.`}
          </>
        ) : (
          `${brand.name} no longer sells that product.`
        )}
      </div>
    </div>
  );
}
