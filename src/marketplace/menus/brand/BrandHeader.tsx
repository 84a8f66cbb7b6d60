import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { BRAND_SOURCES } from '../../../../domain/brands/source';
import type { Brand } from '../../../../domain/directory/listing';
import { listed } from '../../../../domain/text';
import { BrandFace } from '../../../resources/brands/BrandFace';
import { useTitle } from '../../../shell/useTitle';
import frame from '../../../ui/PageFrame.module.css';
import { Pill } from '../../../ui/Pill';
import css from './BrandHeader.module.css';

/** A brand's name, states and sellers. */
export function BrandHeader({ brand }: { brand: Brand }) {
  // Set after rendering, because the screen's title is set after its content's.
  const [title, setTitle] = useState<string>();
  useEffect(() => setTitle(brand.name), [brand.name]);
  useTitle(title ?? 'Brand');
  return (
    <header className={css.brandHead}>
      <nav className={frame.crumbs} aria-label="Breadcrumbs">
        <ol>
          <li>
            <Link to="/marketplace">Marketplace</Link>
          </li>
        </ol>
      </nav>
      <BrandFace
        brand={brand}
        sellers={
          <>
            {describeSellers(brand)}
            {brand.partner && (
              <>
                {' '}
                <Pill tone="info">Partner brand</Pill>
              </>
            )}
          </>
        }
      />
    </header>
  );
}

/** 'Sold by Fern Hollow Farms (CA, delivered by Bay Haul) and Fern Hollow Colorado (CO) · Source: Verdant'. */
function describeSellers({ sellers, orgName, source }: Brand): string {
  const from = `Source: ${BRAND_SOURCES[source]}`;
  if (sellers.length === 0) return `${orgName} · Nothing for sale right now · ${from}`;
  const names = sellers.map(({ name, usState, distributor }) =>
    distributor === null ? `${name} (${usState})` : `${name} (${usState}, delivered by ${distributor})`,
  );
  return `Sold by ${listed(names)} · ${from}`;
}
