import css from './map.module.css';
import { type MapMark, TONES } from './RegionMap';

/** A region's mark outside the map. */
export function Swatch({ tone, label }: MapMark) {
  return (
    <span className={css.swatch} data-tone={tone % TONES} aria-hidden="true">
      {label}
    </span>
  );
}
