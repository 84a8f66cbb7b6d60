import { memo } from 'react';

/** Our own icons on a 20 × 20 grid, stroked in the text color. */
const PATHS = {
  cart: 'M2.5 3.5h2l1.8 9h8.4l1.8-6.5H5.3M7.5 16.5h.01M13.5 16.5h.01',
  bell: 'M5 8.5a5 5 0 0 1 10 0c0 4 1.5 5 1.5 5h-13S5 12.5 5 8.5M8.5 16a1.7 1.7 0 0 0 3 0',
  user: 'M10 10a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M3.8 16.8c.7-3 3.2-4.3 6.2-4.3s5.5 1.3 6.2 4.3',
  camera: 'M2.5 6.5h3L7 4.5h6l1.5 2h3v9.5h-15zM10 13.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4',
  search: 'M9 14.5A5.5 5.5 0 1 0 9 3.5a5.5 5.5 0 0 0 0 11M13 13l4 4',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'M5 5l10 10M15 5L5 15',
  chevronDown: 'M5 7.5l5 5 5-5',
  chevronUp: 'M5 12.5l5-5 5 5',
  chevronLeft: 'M12.5 5l-5 5 5 5',
  chevronRight: 'M7.5 5l5 5-5 5',
  first: 'M14.5 5l-5 5 5 5M5.5 5v10',
  last: 'M5.5 5l5 5-5 5M14.5 5v10',
  arrowUp: 'M10 16V4M5 9l5-5 5 5',
  arrowDown: 'M10 4v12M5 11l5 5 5-5',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  trash: 'M3.5 5.5h13M8 5V3.5h4V5M5.5 5.5l.8 11h7.4l.8-11M8.5 8.5v5M11.5 8.5v5',
  check: 'M4 10.5l4 4 8-9',
  warning: 'M10 3L2.5 16.5h15L10 3M10 8.5v3.5M10 14.3h.01',
  clock: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15M10 6v4.3l3 1.7',
  info: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15M10 9v5M10 6.3h.01',
  more: 'M10 4.5h.01M10 10h.01M10 15.5h.01',
  columns: 'M3 4h14v12H3zM7.7 4v12M12.3 4v12',
  filter: 'M3 5.5h14M5.5 10h9M8 14.5h4',
  download: 'M10 3v9M6 8.5l4 4 4-4M3.5 16.5h13',
  print: 'M6 7V2.5h8V7M6 14H3V7.5h14V14h-3M6 11.5h8v6H6z',
  copy: 'M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7',
  edit: 'M12.5 4.5l3 3-8.5 8.5-3.5.5.5-3.5zM11 6l3 3',
  sun: 'M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6M10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M15.3 4.7l-1 1M5.7 14.3l-1 1',
  moon: 'M16.5 11.5A6.8 6.8 0 0 1 8.5 3.5a6.8 6.8 0 1 0 8 8',
  orders: 'M5 2.5h10v15l-2.5-1.5-2.5 1.5-2.5-1.5L5 17.5zM8 7h4M8 10.5h4',
  store:
    'M3 8l1.2-4.5h11.6L17 8M3 8a2.3 2.3 0 0 0 4.7 0 2.3 2.3 0 0 0 4.6 0A2.3 2.3 0 0 0 17 8M4.5 10.5v6h11v-6M8 16.5v-4h4v4',
  tag: 'M3.5 3.5h6l7 7-6 6-7-7zM7 7h.01',
  box: 'M10 2.5l6.5 3.5v8L10 17.5 3.5 14V6zM3.5 6L10 9.5 16.5 6M10 9.5v8',
  truck:
    'M2 5h9.5v9H2zM11.5 8h3.5l3 3v3h-6.5M5.5 16.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3M14.5 16.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3',
  building: 'M4 17V3.5h8V17M12 8h4v9M2.5 17h15M6.5 6.5h.01M9.5 6.5h.01M6.5 10h.01M9.5 10h.01M7 17v-3.5h2V17',
  chart: 'M3 3v14h14M6.5 13.5v-3M10 13.5v-7M13.5 13.5v-5',
  leaf: 'M4 16C4 8 8.5 4 16.5 3.5 17 11 13 15.5 6.5 14M3.5 17c1-4 4-7 8-8.5',
  sprout: 'M10 17.5v-8M10 11C10 7 7 5 3 5c0 4 3 6 7 6M10 9c0-3.5 2.5-5.5 7-5.5 0 3.5-3 5.5-7 5.5',
  flask: 'M8 2.5v5.5L3.5 15.5c-.6 1 0 2 1.2 2h10.6c1.2 0 1.8-1 1.2-2L12 8V2.5M6.5 2.5h7M5.8 12.5h8.4',
  flame: 'M10 17.5a5 5 0 0 0 5-5c0-3-2-4-2.5-6.5C11.5 7 11 8 11 9 9.5 7.5 9 5 9.5 2.5 7 4.5 5 8 5 12.5a5 5 0 0 0 5 5',
  tool: 'M12.5 7.5l-9 9M16.5 4.5l-2.5 2.5-2-.5-.5-2L14 2.5a4 4 0 1 0 2.5 2',
  layers: 'M10 3l7.5 4-7.5 4-7.5-4zM2.5 10.5l7.5 4 7.5-4M2.5 14l7.5 4 7.5-4',
  chat: 'M3 4h14v10H9l-4 3v-3H3z',
  lock: 'M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0V9M10 12v2',
  external: 'M8 4H3.5v12.5H16V12M11.5 3.5h5v5M16.5 3.5L9 11',
  refresh: 'M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 3v4h-4',
  pin: 'M7.5 3h5l-.5 5 2.5 3h-9L8 8zM10 11v6',
  bookmark: 'M5.5 3h9v14L10 13.5 5.5 17z',
  keyboard: 'M2 5.5h16v9H2zM5 8.5h.01M8.3 8.5h.01M11.6 8.5h.01M15 8.5h.01M6.5 11.8h7',
  compact: 'M3 4h14M3 8h14M3 12h14M3 16h14',
  certificate: 'M7.5 13.5H3v-10h14v10h-2M6 7h8M6 10h3M11.5 13.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4M10 13v4.5l1.5-1 1.5 1V13',
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative: the control around it has the name. */
export const Icon = memo(function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={name === 'more' ? 'v-icon v-icon-dots' : 'v-icon'}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
});
