import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { CartWrapper } from '../../../domain/carts/cart';
import { FOLLOW_MAILS, type FollowMail } from '../../../domain/directory/follow';
import { type FollowedProduct, follows } from '../../../domain/directory/follow-contract';
import { marketHome } from '../../../domain/directory/home-contract';
import { compare, formatUsd } from '../../../domain/money';
import { MarketLink } from '../../kit/links/MarketLink';
import { call } from '../../providers/call';
import { messageOf } from '../../providers/call/call-errors';
import { callKey, useCall, useCallQuery } from '../../providers/refine/use-call';
import { showSnack } from '../../providers/snackbar';
import { Field, Select } from '../../ui/Field';
import { PageFrame } from '../../ui/PageFrame';
import { Picture } from '../../ui/Picture';
import { Pill } from '../../ui/Pill';
import { dateHere } from '../../ui/reader-dates';
import { EmptyState, ErrorState } from '../../ui/states';
import { brandPath } from '../brand-path';
import { heldElsewhere } from '../carts/cart-groups';
import { useCarts } from '../carts/carts';
import css from '../marketplace.module.css';
import { MenuRow } from '../menus/MenuRow';
import { MenuSkeleton } from '../menus/MenuSkeleton';

const MAILS = Object.entries(FOLLOW_MAILS).map(([value, label]) => ({ value, label }));

/** The products a person follows, what changed of each, and how they are told. */
export default function FollowingPage() {
  const client = useQueryClient();
  const following = useCallQuery(follows.list, {}, { topics: ['catalogue'] });
  const { data, error, refetch } = following;
  const carts = useCarts().data;
  const news = useNews(data?.results);
  const stop = useCall(follows.remove);
  const again = useCall(follows.create);
  const mail = useCall(follows.mail);
  const [opened, open] = useState<number | null>(null);
  const licenses = useMemo(() => new Set(data?.results.map(({ buyerLicense: { id } }) => id)), [data]);
  const reread = () => {
    client.removeQueries({ queryKey: callKey(marketHome.get) });
    client.removeQueries({ queryKey: callKey(follows.of) });
    return refetch();
  };
  const unfollow = async ({ id, productId, productName, product, brand, buyerLicense }: FollowedProduct) => {
    const done = await stop.run({ params: { id } });
    if (!done.ok) return;
    await reread();
    const body = { brandId: brand.id, productId, buyerLicenseId: buyerLicense.id };
    showSnack({
      status: 'info',
      message: `Stopped following ${productName}`,
      // What is on no menu can't be followed anew.
      ...(product && { action: { label: 'Undo', run: () => void again.run({ body }).then(reread) } }),
    });
  };
  return (
    <PageFrame
      title="Following"
      breadcrumbs={[{ label: 'Marketplace', to: '/marketplace' }]}
      busy={following.isFetching && !following.isPending}
    >
      {following.isPending && <MenuSkeleton />}
      {error && !data && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {data && data.results.length === 0 && (
        <EmptyState
          icon="bell"
          title="You don’t follow any products yet"
          hint="Open a product on a menu and press “Follow price and stock”. We tell you when its price for you drops or it’s back in stock."
          action={<MarketLink>Browse brands</MarketLink>}
        />
      )}
      {data && data.results.length > 0 && (
        <>
          <div className={css.homeBar}>
            <Field label="Email me about changes">
              <Select
                options={MAILS}
                value={data.mail}
                onChange={async (event) => {
                  const chosen = { mail: event.target.value as FollowMail };
                  client.setQueryData(callKey(follows.list, {}), { ...data, ...chosen });
                  await mail.run({ body: chosen });
                  void refetch();
                }}
              />
            </Field>
          </div>
          <h2 className="v-hidden">Products you follow</h2>
          <ul className={css.rows} aria-label="Products you follow">
            {data.results.map((one) => (
              <FollowedRow
                key={one.id}
                followed={one}
                carts={carts ?? []}
                isNews={news.has(one.id)}
                namesLicense={licenses.size > 1}
                isOpen={opened === one.id}
                onOpen={(isOpen) => open(isOpen ? one.id : null)}
                onStop={() => void unfollow(one)}
              />
            ))}
          </ul>
        </>
      )}
    </PageFrame>
  );
}

/** What was news when the page was opened; it stays marked while it is looked at. */
function useNews(results: readonly FollowedProduct[] | undefined): ReadonlySet<number> {
  const client = useQueryClient();
  const [news, setNews] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const added = results?.flatMap(({ id, isNews }) => (isNews ? [id] : [])) ?? [];
    if (added.length === 0) return;
    setNews((former) => new Set([...former, ...added]));
    call(follows.seen, { body: {} })
      .then(() => client.removeQueries({ queryKey: callKey(marketHome.get) }))
      .catch(() => {});
  }, [results, client]);
  return news;
}

type FollowedRowProps = {
  followed: FollowedProduct;
  carts: readonly CartWrapper[];
  isNews: boolean;
  /** People who buy for several licenses read for which. */
  namesLicense: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onStop: () => void;
};

/** A followed product: what changed of it, and what can be done. */
function FollowedRow({ followed, carts, isNews, namesLicense, isOpen, onOpen, onStop }: FollowedRowProps) {
  const { product, productName, productId, buyerLicense, brand } = followed;
  const note = (
    <div className={css.followed}>
      {isNews && <Pill tone="info">New</Pill>}
      <span>{describeChange(followed)}</span>
      <span className="muted">
        <Link to={brandPath(brand)}>{brand.name}</Link>
        {namesLicense && ` · for ${buyerLicense.name}`}
      </span>
      <button type="button" className="v-link" onClick={onStop}>
        Stop following<span className="v-hidden"> {productName}</span>
      </button>
    </div>
  );
  if (product === null) {
    return (
      <li className={`${css.row} ${css.rowOut}`}>
        <Picture src={null} name={productName} size={56} />
        <div>
          <h3>{productName}</h3>
          <p className={`${css.stock} small`}>Not on the menu now</p>
          {note}
        </div>
      </li>
    );
  }
  const own = carts.find(
    ({ cart }) => cart.buyerLicenseId === buyerLicense.id && cart.sellerCompanyId === product.sellerCompanyId,
  );
  const held = own?.cart.lineItems.find((line) => line.productId === productId);
  return (
    <MenuRow
      product={product}
      held={held}
      cartId={own?.cart.id}
      inCart={heldElsewhere(carts, { buyerLicenseId: buyerLicense.id }).get(productId)}
      buyerLicenseId={buyerLicense.id}
      isOpen={isOpen}
      onOpen={(id) => onOpen(id !== null)}
      note={note}
    />
  );
}

/** '$20.00 → $16.00 since 11/20/2026 · Back in stock since 11/24/2026'. */
function describeChange({ product, price, before, inStock, stockSince }: FollowedProduct): string {
  const said = [
    before &&
      compare(before.price, price) !== 0 &&
      `${formatUsd(before.price)} → ${formatUsd(price)} since ${dateHere(before.until)}`,
    product && inStock && stockSince && `Back in stock since ${dateHere(stockSince)}`,
    product && !inStock && (stockSince ? `Out of stock since ${dateHere(stockSince)}` : 'Out of stock'),
  ];
  return said.filter(Boolean).join(' · ') || (product ? 'No change since you followed it' : `Last ${formatUsd(price)}`);
}
