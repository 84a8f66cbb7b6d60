import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { Avatar, initialsOf } from '../../../src/ui/Avatar';
import '../../../src/ui/theme';

describe('initials', () => {
  it.each([
    ['Olivia Marsh', 'OM'],
    ['Madonna', 'M'],
    ['  priya   raman ', 'PR'],
    ['Maria de la Cruz', 'MC'],
    ['“Big” Jim O’Brien', 'BO'],
    ['(Kitchen) Ann', 'KA'],
    ['Éloïse Ångström', 'ÉÅ'],
    ['E\u0301loi A\u030angstrom', 'ÉÅ'],
    ['李 小龍', '李小'],
    ['🌿 Green Leaf', 'GL'],
    ['👩‍🌾', '👩‍🌾'],
    ['ßeta ﬁsh', 'ßﬁ'],
    ['3M 420', '34'],
    ['…', '…'],
    ['', ''],
  ])('of “%s” are “%s”', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('an avatar', () => {
  it('shows initials without a picture, in the same tint for the same name, and stays a circle', async () => {
    const { container } = await render(
      <>
        <Avatar name="👩‍🌾 👨‍🌾" uri={null} size={36} />
        <Avatar name="Olivia Marsh" uri={null} size={36} />
        <Avatar name="Olivia Marsh" uri={null} size={20} />
      </>,
    );
    const [strange, large, small] = [...container.querySelectorAll<HTMLElement>('[data-tint]')];
    expect(large?.textContent).toBe('OM');
    expect(large?.dataset.tint).toBe(small?.dataset.tint);
    expect([strange?.offsetWidth, strange?.offsetHeight]).toEqual([36, 36]);
  });

  it('shows initials where the picture can’t be loaded', async () => {
    const { container } = await render(<Avatar name="Olivia Marsh" uri="/files/gone.webp" size={36} />);
    await expect.poll(() => container.textContent).toBe('OM');
  });
});
