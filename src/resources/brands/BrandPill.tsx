import type { BrandRecord } from '../../../domain/brands/brand';
import { Pill } from '../../ui/Pill';
import { brandStanding } from './brand.text';

/** Whether buyers see a brand, and why not. */
export function BrandPill({ brand }: { brand: Pick<BrandRecord, 'disabled' | 'review'> }) {
  const text = brandStanding(brand);
  if (brand.review === 'IN_REVIEW') {
    return (
      <Pill tone="progress" mark="clock">
        {text}
      </Pill>
    );
  }
  if (brand.review === 'REJECTED') {
    return (
      <Pill tone="negative" mark="cross">
        {text}
      </Pill>
    );
  }
  return brand.disabled ? <Pill mark="slash">{text}</Pill> : <Pill tone="positive">{text}</Pill>;
}
