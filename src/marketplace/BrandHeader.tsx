import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Brand } from '../../domain/directory/listing';
import { useTitle } from '../shell/useTitle';
import frame from '../ui/PageFrame.module.css';
import { Pill } from '../ui/Pill';
import css from './BrandHeader.module.css';
import { Picture } from './Picture';

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
      {brand.coverImageUri && <img className={css.cover} src={brand.coverImageUri} alt="" decoding="async" />}
      <div className={css.brandLine}>
        <Picture src={brand.profileImageUri} name={brand.name} size={72} />
        <div className={css.brandTitles}>
          <h1>{brand.name}</h1>
          {brand.tagline && <p>{brand.tagline}</p>}
          <p className="muted">{describeSellers(brand)}</p>
        </div>
        <ul className={css.states} aria-label="Sold in">
          {brand.states.map((state) => (
            <li key={state}>
              <Pill>{state}</Pill>
            </li>
          ))}
        </ul>
      </div>
      {brand.description && <p className={css.brandAbout}>{brand.description}</p>}
    </header>
  );
}

/** 'Sold by Fern Hollow Farms (CA) and Fern Hollow Colorado (CO)'. */
function describeSellers({ sellers, orgName }: Brand): string {
  if (sellers.length === 0) return `${orgName} · Nothing for sale right now`;
  const names = sellers.map(({ name, usState }) => `${name} (${usState})`);
  return `Sold by ${new Intl.ListFormat('en-US').format(names)}`;
}
