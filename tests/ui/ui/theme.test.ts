import { afterEach, describe, expect, it } from 'vitest';
import { applyTheme } from '../../../src/ui/theme';
import { antdTheme } from '../../../src/ui/theme/antdTheme';

/** A color as rendered by the browser. */
function drawn(wanted: string): string {
  const probe = document.createElement('i');
  probe.style.color = wanted;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

afterEach(() => applyTheme('system'));

describe('the font', () => {
  const widthOf = (text: string, family: string, weight: number) => {
    const probe = document.createElement('span');
    probe.style.cssText = `position: absolute; white-space: nowrap; font-family: ${family}; font-size: 100px; font-weight: ${weight}`;
    probe.textContent = text;
    document.body.append(probe);
    const { width, height } = probe.getBoundingClientRect();
    probe.remove();
    return { width, height };
  };

  it('is one file of at most 40 kB that draws each figure as wide as the next', async () => {
    await document.fonts.load('14px Geist');
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('.woff2'));
    expect(files.map(({ name }) => name.replace(/.*\//, ''))).toEqual(['geist-latin-wght-normal.woff2']);
    const [file] = await Promise.all(files.map(async ({ name }) => (await fetch(name)).arrayBuffer()));
    expect(file?.byteLength).toBeLessThan(40_000);
    const figures = [...'0123456789'].map((figure) => Math.round(widthOf(figure, 'var(--v-font)', 400).width));
    expect(new Set(figures).size).toBe(1);
  });

  it.each([400, 600])('takes the place of its stand-in without moving anything, at weight %d', async (weight) => {
    await document.fonts.load(`${weight} 14px Geist`);
    await document.fonts.load(`${weight} 14px "Geist stand-in"`).catch(() => {
      throw new Error('Neither Arial nor its like is on this machine: install fonts-liberation');
    });
    const text = 'Order 102998 of Harbor & Vine Boulder, $6,135.65, due 11/22/2026';
    const drawnIn = (family: string) => widthOf(text, family, weight);
    const [font, standIn] = [drawnIn('Geist'), drawnIn('"Geist stand-in"')];
    expect(standIn.height).toBeCloseTo(font.height, -1);
    expect(Math.abs(standIn.width / font.width - 1)).toBeLessThan(0.04);
  });
});

describe.each(['light', 'dark'] as const)('the %s theme', (mode) => {
  it('gives the kit of the administration screens the very colors of the others', () => {
    applyTheme(mode);
    const { token } = antdTheme(mode);
    expect(drawn(String(token?.colorPrimary))).toBe(drawn('var(--v-accent)'));
    expect(drawn(String(token?.colorBgContainer))).toBe(drawn('var(--v-surface)'));
    expect(drawn(String(token?.colorText))).toBe(drawn('var(--v-text)'));
    expect(token?.borderRadius).toBe(6);
  });

  it('shows where the focus is at three to one against every ground', () => {
    applyTheme(mode);
    for (const ground of ['ground', 'surface', 'sunken', 'selected', 'hover']) {
      expect(contrast(drawn('var(--v-focus)'), drawn(`var(--v-${ground})`))).toBeGreaterThanOrEqual(3);
    }
  });

  it('draws the edge of what is typed into at three to one', () => {
    applyTheme(mode);
    for (const ground of ['surface', 'raised']) {
      expect(contrast(drawn('var(--v-edge)'), drawn(`var(--v-${ground})`))).toBeGreaterThanOrEqual(3);
    }
  });

  it('can be read at four and a half to one, statuses too', () => {
    applyTheme(mode);
    for (const ground of ['ground', 'surface', 'sunken', 'selected', 'selected-hover', 'hover', 'raised']) {
      for (const text of ['text', 'muted', 'link', 'danger']) {
        expect(
          contrast(drawn(`var(--v-${text})`), drawn(`var(--v-${ground})`)),
          `${text} on ${ground}`,
        ).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const tone of ['neutral', 'info', 'progress', 'positive', 'warning', 'negative']) {
      expect(contrast(drawn(`var(--v-${tone}-text)`), drawn(`var(--v-${tone}-ground)`))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** WCAG's contrast ratio of two rendered colors. */
const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};
