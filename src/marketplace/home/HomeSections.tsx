import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { member } from '../../../domain/access/ability';
import { brands } from '../../../domain/directory/contract';
import { type FreshItem, type HomeItem, marketHome } from '../../../domain/directory/home-contract';
import { counted } from '../../../domain/text';
import { useCan } from '../../access/useCan';
import { call } from '../../providers/call';
import { useCallQuery } from '../../providers/refine/use-call';
import { Picture } from '../../ui/Picture';
import { Pill } from '../../ui/Pill';
import { dateHere } from '../../ui/reader-dates';
import { listingPath } from '../brand-path';
import css from '../marketplace.module.css';
import { BrandCards, BrandCardsSkeleton } from './BrandCards';
import strips from './HomeSections.module.css';

const FRESH_MS = 60_000;
/** A shorter look at home is no visit yet, so that what is new is still new afterwards. */
const GLANCE_MS = 5_000;

type HomeSectionsProps = {
  state: string;
  /** Neither a search nor a further page. */
  isHome: boolean;
  children: ReactNode;
};

/**
 * What home shows one person, and featured brands, above all brands; nothing is shown before all of it is known, so that
 * nothing moves.
 */
export function HomeSections({ state, isHome, children }: HomeSectionsProps) {
  const isMember = useCan().can(member);
  const query = state ? { usStateAbbv: state } : {};
  const home = useCallQuery(
    marketHome.get,
    { query },
    { staleTime: FRESH_MS, keepsPrevious: true, retry: 1, enabled: isHome && isMember },
  );
  const shared = useCallQuery(
    brands.featured,
    { query },
    { staleTime: FRESH_MS, keepsPrevious: true, retry: 1, enabled: isHome && (!isMember || home.isError) },
  );
  useEffect(() => {
    if (!isMember) return;
    const timer = setTimeout(() => call(marketHome.visit, { body: {} }).catch(() => {}), GLANCE_MS);
    return () => clearTimeout(timer);
  }, [isMember]);
  const own = home.data;
  const featured = own?.featured ?? shared.data ?? [];
  const isWaiting = isHome && (isMember && !home.isError ? home.isPending : shared.isPending && !shared.isError);
  return (
    <>
      {isWaiting && <BrandCardsSkeleton />}
      {isHome && own && (
        <>
          {own.following.count > 0 && <Following {...own.following} />}
          <Strip title="New since your last visit" items={own.fresh} describe={describeFresh} />
          <Strip title="Bought before" items={own.bought} describe={({ at }) => `Ordered ${dateHere(at)}`} />
          <Strip title="Recently viewed" items={own.recent} describe={({ product, brand }) => product && brand.name} />
        </>
      )}
      {isHome && featured.length > 0 && (
        <section className={css.section} aria-labelledby="featured-brands">
          <h2 id="featured-brands">Featured brands</h2>
          <BrandCards listings={featured} isStale={home.isPlaceholderData || shared.isPlaceholderData} />
        </section>
      )}
      <div className={strips.rest} hidden={isWaiting}>
        {children}
      </div>
    </>
  );
}

function Following({ count, news }: { count: number; news: number }) {
  return (
    <p className={css.actions}>
      <Link to="/marketplace/following">Following {counted(count, 'product')}</Link>
      {news > 0 && <Pill tone="info">{news} changed</Pill>}
    </p>
  );
}

function describeFresh({ product, brand, count, isNewBrand }: FreshItem): string {
  const many = counted(count, 'product');
  if (isNewBrand) return `New brand · ${many}`;
  return product ? `New from ${brand.name}` : counted(count, 'new product');
}

type StripProps<Item extends HomeItem> = {
  title: string;
  items: readonly Item[];
  describe: (item: Item) => string | null;
};

/** One row of brands and products, scrolled sideways where there is no room. */
function Strip<Item extends HomeItem>({ title, items, describe }: StripProps<Item>) {
  if (items.length === 0) return null;
  return (
    <section className={css.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={strips.strip}>
        {items.map((item) => (
          <Entry key={`${item.brand.id} ${item.product?.id}`} item={item} hint={describe(item)} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ item: { brand, product }, hint }: { item: HomeItem; hint: string | null }) {
  const shown = product ?? brand;
  const path = listingPath({
    id: shown.id,
    slug: brand.slug,
    directoryListingType: product ? 'product' : 'brand',
  });
  return (
    <li>
      <Link className={strips.entry} to={path}>
        <Picture src={shown.imageUri ?? brand.imageUri} name={shown.name} size={44} />
        <span className={strips.text}>
          <span className={strips.name}>{shown.name}</span>
          {hint && <span className="small muted">{hint}</span>}
        </span>
      </Link>
    </li>
  );
}
