import { afterEach, describe, expect, it } from 'vitest';
import { applyTheme } from '../../src/ui/theme';
import { antdTheme } from '../../src/ui/theme/antdTheme';

/** A color as the browser draws it. */
function drawn(wanted: string): string {
  const probe = document.createElement('i');
  probe.style.color = wanted;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

afterEach(() => applyTheme('system'));

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
    for (const tone of ['neutral', 'info', 'positive', 'warning', 'negative']) {
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

/** WCAG's ratio of two drawn colors. */
const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};
