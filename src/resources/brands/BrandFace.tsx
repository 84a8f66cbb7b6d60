import type { ReactNode } from 'react';
import type { Brand } from '../../../domain/directory/listing';
import { Picture } from '../../ui/Picture';
import { Pill } from '../../ui/Pill';
import css from './BrandFace.module.css';

export type BrandFaceProps = {
  brand: Pick<
    Brand,
    | 'name'
    | 'tagline'
    | 'description'
    | 'profileImageUri'
    | 'coverImageUri'
    | 'states'
    | 'keyPeople'
    | 'locations'
    | 'images'
  >;
  /** Who sells it. */
  sellers: ReactNode;
  /** The element of its name; a page's title by default. */
  heading?: 'h1' | 'p';
};

/** A brand as buyers see it at the top of its page: cover, name, states, text, people and places. */
export function BrandFace({ brand, sellers, heading: Heading = 'h1' }: BrandFaceProps) {
  const { name, tagline, states } = brand;
  return (
    <>
      {brand.coverImageUri && <img className={css.cover} src={brand.coverImageUri} alt="" decoding="async" />}
      <div className={css.brandLine}>
        <Picture src={brand.profileImageUri} name={name} size={72} />
        <div className={css.brandTitles}>
          <Heading className={css.name}>{name}</Heading>
          {tagline && <p>{tagline}</p>}
          <p className="muted">{sellers}</p>
        </div>
        <ul className={css.states} aria-label="Sold in">
          {states.map((state) => (
            <li key={state}>
              <Pill>{state}</Pill>
            </li>
          ))}
        </ul>
      </div>
      <BrandAbout brand={brand} />
    </>
  );
}

/** A brand's text, pictures, people and places. */
export function BrandAbout({ brand }: Pick<BrandFaceProps, 'brand'>) {
  const { name, description, keyPeople, locations, images } = brand;
  return (
    <>
      {description && <p className={css.brandAbout}>{description}</p>}
      {images.length > 0 && (
        <ul className={css.gallery} aria-label={`Pictures of ${name}`}>
          {images.map(({ imageUri, alt }) => (
            <li key={imageUri}>
              <img src={imageUri} alt={alt} loading="lazy" decoding="async" />
            </li>
          ))}
        </ul>
      )}
      {(keyPeople.length > 0 || locations.length > 0) && (
        <details className={css.contacts}>
          <summary>Contacts and locations</summary>
          <ul>
            {keyPeople.map(({ name, title, email, phone }) => (
              <li key={`${name} ${title} ${email}`}>
                {[name, title].filter(Boolean).join(', ')}
                <Reach email={email} phone={phone} />
              </li>
            ))}
            {locations.map(({ name, phone, address: { lineOne, city, state, postalCode } }) => (
              <li key={`${name} ${lineOne}`}>
                {name}{' '}
                <span className="muted">
                  {lineOne}, {city}, {state.ansiAbbrevation} {postalCode}
                </span>
                <Reach phone={phone} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Reach({ email = '', phone }: { email?: string; phone: string }) {
  return (
    <>
      {email && (
        <>
          {' '}
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
      {phone && (
        <>
          {' '}
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        </>
      )}
    </>
  );
}
