// The shapes that pictures are drawn with, as SVG; lengths are in the picture's own units.

export const rect = (x: number, y: number, width: number, height: number, radius: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"${more}/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${more}/>`;
export const circle = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${more}/>`;
export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`;
export const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
export const turned = (degrees: number, x: number, y: number, inner: string) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${inner}</g>`;
export const at = (x: number, y: number, scale: number, inner: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${inner}</g>`;
export const faint = (opacity: number) => ` opacity="${opacity}"`;

const FINGERS = [
  [0, 40],
  [34, 35],
  [-34, 35],
  [66, 26],
  [-66, 26],
  [98, 14],
  [-98, 14],
] as const;

/** A seven-fingered leaf, 40 high, with its base at the origin. */
export const leaf = (fill: string) => path(`${FINGERS.map(finger).join('')}M-.8 0h1.6l.4 9h-2.4z`, fill);

function finger([degrees, length]: readonly [number, number]): string {
  const turn = (degrees * Math.PI) / 180;
  const point = (x: number, y: number) =>
    [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)]
      .map((one) => Number(one.toFixed(1)))
      .join(' ');
  const [wide, low, high] = [length / 6.5, -length * 0.25, -length * 0.65];
  const right = [point(wide, low), point(wide, high), point(0, -length)].join(' ');
  const left = [point(-wide, high), point(-wide, low), '0 0'].join(' ');
  return `M0 0C${right} ${left}Z`;
}
