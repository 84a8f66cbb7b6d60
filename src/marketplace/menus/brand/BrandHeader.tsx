import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { BRAND_SOURCES } from '../../../../domain/brands/source';
import type { Brand } from '../../../../domain/directory/listing';
import { listed } from '../../../../domain/text';
import { BrandAbout } from '../../../resources/brands/BrandFace';
import { useTitle } from '../../../shell/useTitle';
import frame from '../../../ui/PageFrame.module.css';
import { Picture } from '../../../ui/Picture';
import { Pill } from '../../../ui/Pill';
import css from './BrandHeader.module.css';

/** A brand's name, states and sellers in two lines, as people come for its products; all else folds. */
export function BrandHeader({ brand }: { brand: Brand }) {
  const { name, tagline, description, states, profileImageUri, coverImageUri, images, keyPeople, locations } = brand;
  // Set after rendering, because the screen's title is set after its content's.
  const [title, setTitle] = useState<string>();
  useEffect(() => setTitle(name), [name]);
  useTitle(title ?? 'Brand');
  const hasMore = [description, coverImageUri].some(Boolean) || images.length + keyPeople.length + locations.length > 0;
  return (
    <header className={css.brandHead}>
      <nav className={frame.crumbs} aria-label="Breadcrumbs">
        <ol>
          <li>
            <Link to="/marketplace">Marketplace</Link>
          </li>
        </ol>
      </nav>
      <div className={css.line}>
        <Picture src={profileImageUri} name={name} size={44} />
        <div className={css.titles}>
          <span className={css.title}>
            <h1>{name}</h1>
            <ul className={css.states} aria-label="Sold in">
              {states.map((state) => (
                <li key={state}>
                  <Pill>{state}</Pill>
                </li>
              ))}
            </ul>
            {brand.partner && <Pill tone="info">Partner brand</Pill>}
          </span>
          <p className="muted small">
            {tagline && <span className={css.tagline}>{tagline} · </span>}
            {describeSellers(brand)}
          </p>
        </div>
      </div>
      {hasMore && (
        <details className={css.about}>
          <summary>About {name}</summary>
          {coverImageUri && <img className={css.cover} src={coverImageUri} alt="" loading="lazy" decoding="async" />}
          <BrandAbout brand={brand} />
        </details>
      )}
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
