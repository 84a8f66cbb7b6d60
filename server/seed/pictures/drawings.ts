import {
  ARTS,
  type Art,
  BRAND_MARKS,
  BUYER_MARKS,
  type Colors,
  type Hair,
  PALETTE_COLORS,
  PALETTES,
  type Palette,
  PORTRAITS,
  type Sign,
} from './pictures';
import { at, circle, faint, leaf, line, oval, path, rect, turned } from './shapes';

// All drawing stands here; what is drawn is in the tables it reads.

type Draw = (colors: Colors) => string;

/** Flower is green in every package; its pistils have the strain's color. */
const budColors = ({ main }: Colors) => ({ main: '#76a05c', dark: '#48733f', light: '#bcd39c', accent: main });

/** A bud as overlapping circles, lit from the upper left. */
const bud = (x: number, y: number, size: number, colors: Colors) => {
  const { main, dark, light, accent } = budColors(colors);
  return at(
    x,
    y,
    size,
    circle(-9, 6, 12, dark) +
      circle(10, 7, 11, dark) +
      circle(0, -3, 14, main) +
      circle(-8, -8, 8, main) +
      circle(8, -12, 8, main) +
      circle(-5, -9, 5, light, faint(0.8)) +
      circle(6, -1, 4, light, faint(0.6)) +
      line('M-3 3q2 -5 6 -5M6 -14q3 -3 6 -2M-13 1q-4 0 -5 4', accent, 1.6),
  );
};

const label = (x: number, y: number, width: number, height: number, { main }: Colors) =>
  rect(x, y, width, height, 6, '#fffdf8') +
  at(x + width / 2, y + height * 0.62, height / 78, leaf(main)) +
  rect(x + width * 0.28, y + height * 0.78, width * 0.44, 3.5, 1.7, main, faint(0.45));

const ARTWORK: Record<Art, Draw> = {
  jar: (c) =>
    rect(72, 70, 96, 118, 18, '#ffffff', faint(0.75)) +
    bud(98, 152, 1.2, c) +
    bud(142, 154, 1.15, c) +
    bud(120, 132, 1.2, c) +
    rect(72, 70, 96, 118, 18, c.light, faint(0.28)) +
    rect(68, 50, 104, 26, 8, c.dark) +
    rect(68, 58, 104, 4, 2, c.main) +
    label(86, 92, 68, 56, c) +
    rect(80, 84, 5, 88, 2.5, '#ffffff', faint(0.7)),
  bag: (c) =>
    path('M70 52h100l6 130q1 10 -9 10H73q-10 0 -9 -10z', c.main) +
    path('M70 52h100l1.2 22H68.8z', c.dark) +
    line('M76 67h88', c.light, 2) +
    oval(120, 168, 42, 16, c.dark, faint(0.35)) +
    label(84, 88, 72, 62, c) +
    bud(104, 172, 0.62, c) +
    bud(128, 174, 0.66, c),
  preroll: (c) =>
    [-16, 0, 16]
      .map((degrees, index) =>
        turned(
          degrees,
          120,
          196,
          path('M109 62q11 -10 22 0l-4 92h-14z', '#fffaf0') +
            path('M113 66q7 -6 14 0l-1 14h-12z', '#efe3cf') +
            path('M120 44l7 17q-7 -5 -14 0z', '#d8c7ab') +
            rect(112.5, 150, 15, 40, 2, index === 1 ? c.main : c.dark) +
            rect(112.5, 157, 15, 4, 0, c.accent),
        ),
      )
      .join(''),
  pack: (c) =>
    rect(62, 92, 116, 92, 14, c.dark) +
    [76, 95, 114, 133, 152].map((x) => rect(x, 64, 12, 60, 4, '#fffaf0') + rect(x, 64, 12, 14, 4, c.accent)).join('') +
    rect(62, 104, 116, 80, 14, c.main) +
    rect(62, 104, 116, 10, 5, c.light, faint(0.4)) +
    label(90, 122, 60, 50, c),
  vape: (c) =>
    rect(108, 40, 24, 26, 8, '#35393d') +
    rect(103, 64, 34, 60, 6, '#ffffff', faint(0.85)) +
    rect(106, 80, 28, 42, 4, c.accent) +
    rect(106, 80, 28, 10, 4, '#ffffff', faint(0.45)) +
    rect(117, 66, 6, 56, 2, '#c9cdd0') +
    rect(103, 122, 34, 10, 2, '#c9cdd0') +
    rect(106, 132, 28, 62, 8, c.main) +
    rect(106, 132, 8, 62, 4, c.light, faint(0.5)) +
    at(121, 172, 0.5, leaf('#fffdf8')),
  flower: (c) =>
    oval(120, 170, 68, 20, c.dark, faint(0.18)) +
    bud(84, 148, 1.5, c) +
    bud(156, 150, 1.45, c) +
    bud(120, 152, 1.7, c) +
    bud(102, 112, 1.35, c) +
    bud(140, 114, 1.3, c) +
    bud(120, 82, 1.1, c),
  trim: (c) =>
    path('M60 118h120l-12 66q-2 8 -10 8H82q-8 0 -10 -8z', '#fffdf8') +
    path('M60 118h120l-3 14H63z', c.light) +
    [
      [80, 112, -40],
      [98, 106, 15],
      [118, 100, -12],
      [138, 105, 38],
      [158, 112, -25],
    ]
      .map(([x = 0, y = 0, degrees = 0], index) =>
        turned(degrees, x, y, at(x, y + 12, 0.78, leaf(index % 2 ? '#76a05c' : '#48733f'))),
      )
      .join('') +
    rect(60, 116, 120, 8, 4, c.main) +
    rect(98, 148, 44, 5, 2.5, c.main, faint(0.5)) +
    rect(106, 160, 28, 5, 2.5, c.main, faint(0.3)),
  gummies: (c) =>
    [
      [78, 140, c.main],
      [120, 146, c.accent],
      [160, 138, c.main],
      [98, 102, c.accent],
      [140, 100, c.dark],
      [118, 62, c.main],
    ]
      .map(([x, y, fill], index) =>
        turned(
          index * 13 - 20,
          Number(x),
          Number(y),
          rect(Number(x) - 19, Number(y) - 19, 38, 38, 11, String(fill)) +
            rect(Number(x) - 13, Number(y) - 14, 16, 7, 3.5, '#ffffff', faint(0.45)) +
            circle(Number(x) + 8, Number(y) + 8, 1.8, '#ffffff', faint(0.7)) +
            circle(Number(x) - 6, Number(y) + 9, 1.5, '#ffffff', faint(0.7)) +
            circle(Number(x) + 10, Number(y) - 4, 1.4, '#ffffff', faint(0.7)),
        ),
      )
      .join(''),
  chocolate: (c) =>
    turned(
      -8,
      120,
      120,
      rect(80, 46, 80, 80, 6, '#5b3a29') +
        [86, 111, 136]
          .flatMap((x) =>
            [52, 77].map((y) => rect(x, y, 20, 20, 4, '#74503a') + rect(x + 3, y + 3, 14, 4, 2, '#8a6650')),
          )
          .join('') +
        path('M74 104l8 -6 8 6 8 -6 8 6 8 -6 8 6 8 -6 8 6 8 -6 8 6 8 -6 4 3v88q0 6 -6 6H80q-6 0 -6 -6z', c.main) +
        label(90, 126, 60, 52, c),
    ),
  drink: (c) =>
    rect(84, 50, 72, 144, 16, c.main) +
    rect(90, 42, 60, 12, 5, '#c9cdd0') +
    rect(90, 188, 60, 8, 4, '#c9cdd0') +
    path('M84 120q18 -14 36 0t36 0v58q0 16 -16 16H100q-16 0 -16 -16z', c.dark) +
    rect(92, 60, 7, 120, 3.5, '#ffffff', faint(0.35)) +
    at(122, 112, 1, leaf('#fffdf8')) +
    [
      [106, 150, 4],
      [134, 142, 3],
      [122, 166, 5],
      [142, 172, 3],
      [112, 180, 2.5],
    ]
      .map(([x = 0, y = 0, radius = 0]) => circle(x, y, radius, c.accent, faint(0.85)))
      .join(''),
  tincture: (c) =>
    rect(110, 34, 20, 34, 9, '#35393d') +
    rect(104, 62, 32, 18, 4, '#4a4f54') +
    path('M104 82h32q22 10 22 34v64q0 14 -14 14H96q-14 0 -14 -14v-64q0 -24 22 -34z', c.dark) +
    path('M90 118q0 -18 14 -26v92q-14 0 -14 -10z', '#ffffff', faint(0.18)) +
    label(88, 122, 64, 56, c) +
    path('M176 128q12 18 0 26q-12 -8 0 -26z', c.accent),
  concentrate: (c) =>
    oval(120, 172, 56, 14, c.dark, faint(0.2)) +
    path('M68 128h104v36q0 14 -14 14H82q-14 0 -14 -14z', '#ffffff', faint(0.85)) +
    path('M76 140q22 -14 44 -2t44 -4v26q0 10 -10 10H86q-10 0 -10 -10z', c.accent) +
    circle(102, 152, 6, '#ffffff', faint(0.4)) +
    circle(140, 156, 4, '#ffffff', faint(0.4)) +
    rect(68, 128, 104, 6, 3, c.light) +
    turned(-14, 120, 96, rect(70, 84, 100, 26, 9, c.main) + rect(70, 92, 100, 4, 2, c.light, faint(0.6))) +
    at(120, 80, 0.9, leaf(c.dark)),
  plant: (c) =>
    path('M84 150h72l-8 38q-2 8 -10 8h-36q-8 0 -10 -8z', c.main) +
    rect(78, 142, 84, 14, 6, c.dark, faint(0.85)) +
    line('M120 142V84', '#48733f', 5) +
    turned(-48, 120, 130, at(120, 128, 1.25, leaf('#5d8f4e'))) +
    turned(48, 120, 130, at(120, 128, 1.25, leaf('#5d8f4e'))) +
    at(120, 102, 1.55, leaf('#5d8f4e')) +
    at(120, 98, 0.8, leaf('#a5c987')),
};

const SIGNS: Record<Sign, Draw> = {
  fern: ({ light }) => at(0, 26, 1.7, leaf(light)),
  peaks: ({ light, accent }) =>
    circle(20, -20, 11, accent) +
    path('M-46 30L-14 -26L6 8L18 -8L46 30Z', light) +
    path('M-14 -26l9 16l-7 -3l-7 5l-6 -4z', '#fff'),
  fruit: ({ light, accent }) =>
    circle(-15, 14, 19, light) +
    circle(17, 18, 16, accent) +
    line('M-15 -4q6 -22 26 -26M17 3q0 -18 -6 -33', light, 4) +
    path('M11 -30q18 -14 32 -2q-16 12 -32 2z', light),
  moon: ({ light, accent }) =>
    path('M8 -40a40 40 0 1 0 30 58a32 32 0 0 1 -30 -58z', light) + line('M-34 22q16 -8 30 0t30 0', accent, 4),
  waves: ({ light, accent }) =>
    [-18, 2, 22].map((y, at) => line(`M-42 ${y}q14 -16 28 0t28 0t28 0`, at === 1 ? accent : light, 7)).join(''),
  drop: ({ light, accent }) =>
    path('M0 -44q40 46 28 66a32 32 0 0 1 -56 0q-12 -20 28 -66z', light) + line('M-14 20q8 12 22 8', accent, 5),
  wheel: ({ light, accent }) =>
    `<circle r="34" fill="none" stroke="${light}" stroke-width="7"/>` +
    [0, 45, 90, 135].map((degrees) => turned(degrees, 0, 0, line('M0 -42V42', light, 5))).join('') +
    circle(0, 0, 10, accent),
  sun: ({ light, accent }) =>
    circle(0, 0, 21, accent) +
    [0, 45, 90, 135, 180, 225, 270, 315].map((degrees) => turned(degrees, 0, 0, line('M0 -30V-42', light, 6))).join(''),
};

const svg = (width: number, height: number, inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${inner}</svg>\n`;

function product(art: Art, palette: Palette): string {
  const colors = PALETTE_COLORS[palette];
  const stage =
    rect(0, 0, 240, 240, 0, colors.ground) +
    circle(120, 116, 92, colors.shape) +
    oval(120, 198, 62, 8, colors.dark, faint(0.16));
  return svg(240, 240, stage + ARTWORK[art](colors));
}

function mark([palette, sign]: readonly [Palette, Sign]): string {
  const colors = PALETTE_COLORS[palette];
  return svg(
    160,
    160,
    rect(0, 0, 160, 160, 0, colors.dark) +
      circle(80, 80, 62, colors.main, faint(0.55)) +
      at(80, 80, 1, SIGNS[sign](colors)),
  );
}

/** A wide landscape in the brand's colors with its sign in the sky. */
function cover([palette, sign]: readonly [Palette, Sign], index: number): string {
  const { ground, shape, main, dark, light, accent } = PALETTE_COLORS[palette];
  const sway = (index % 5) * 14;
  return svg(
    960,
    320,
    rect(0, 0, 960, 320, 0, ground) +
      circle(700 - sway * 4, 120, 64, accent, faint(0.8)) +
      path(`M0 ${190 - sway}Q240 ${120 + sway} 480 190T960 ${150 + sway}V320H0Z`, shape) +
      path(`M0 ${236 + sway / 2}Q240 ${168 - sway / 2} 480 232T960 ${204 - sway / 2}V320H0Z`, light) +
      path(`M0 276Q240 ${226 + sway / 2} 480 270T960 ${250 - sway / 3}V320H0Z`, main) +
      path('M0 304Q240 268 480 300T960 292V320H0Z', dark) +
      [90, 250, 560, 820]
        .map((x, at_) => at(x + sway, 292 - (at_ % 2) * 14, 1.1 + (at_ % 3) * 0.25, leaf(dark)))
        .join('') +
      at(190, 96, 0.9, SIGNS[sign]({ ground, shape, main, dark, light: main, accent: dark })),
  );
}

/** What is behind the head, and what lies over the forehead. */
const HAIR: Record<Hair, (hair: string) => { behind: string; over: string }> = {
  long: (hair) => ({ behind: rect(52, 46, 96, 112, 44, hair), over: fringe(hair) }),
  short: (hair) => ({
    behind: circle(100, 76, 42, hair),
    over: path('M62 76q2 -36 38 -36t38 36q-12 -18 -38 -18t-38 18z', hair),
  }),
  bun: (hair) => ({ behind: circle(100, 36, 18, hair) + circle(100, 78, 43, hair), over: fringe(hair) }),
  bob: (hair) => ({ behind: rect(54, 44, 92, 78, 40, hair), over: fringe(hair) }),
  curls: (hair) => ({
    behind:
      [60, 78, 100, 122, 140].map((x, at_) => circle(x, at_ % 2 ? 50 : 66, 22, hair)).join('') +
      circle(62, 92, 18, hair) +
      circle(138, 92, 18, hair),
    over: [76, 92, 108, 124].map((x) => circle(x, 58, 11, hair)).join(''),
  }),
};
const fringe = (hair: string) => path('M62 82q-2 -40 38 -40t38 40q-6 -24 -34 -26q-30 4 -42 26z', hair);

/** A person from the shoulders up, without features, as a drawn avatar. */
function portrait([palette, skin, hair, worn]: (typeof PORTRAITS)[keyof typeof PORTRAITS]): string {
  const { shape, main, dark } = PALETTE_COLORS[palette];
  const { behind, over } = HAIR[worn](hair);
  return svg(
    200,
    200,
    rect(0, 0, 200, 200, 0, shape) +
      behind +
      oval(100, 208, 74, 62, main) +
      rect(86, 112, 28, 44, 14, skin) +
      path('M78 150q22 26 44 0l10 6q-32 36 -64 0z', dark, faint(0.5)) +
      oval(100, 86, 35, 41, skin) +
      over,
  );
}

/** Every demo picture by file name; deterministic. */
export function drawPictures(): Map<string, string> {
  const brands = Object.entries(BRAND_MARKS);
  const marks = [...brands, ...Object.entries(BUYER_MARKS)];
  return new Map([
    ...ARTS.flatMap((art) => PALETTES.map((palette) => [`${art}-${palette}.svg`, product(art, palette)] as const)),
    ...marks.map(([name, worn]) => [`mark-${name}.svg`, mark(worn)] as const),
    ...Object.entries(PORTRAITS).map(([name, drawn]) => [`portrait-${name}.svg`, portrait(drawn)] as const),
    ...brands.map(([name, worn], index) => [`cover-${name}.svg`, cover(worn, index)] as const),
  ]);
}
