import { describe, expect, test } from 'vitest';
import { modeChange } from '../../../domain/catalogue/stock-ledger';
import { INVENTORY_MODES, type InventoryMode } from '../../../domain/catalogue/vocabulary';

const modes = Object.keys(INVENTORY_MODES) as InventoryMode[];

describe('choosing where stock comes from', () => {
  test.each(modes)('%s again changes nothing', (mode) => {
    expect(modeChange(mode, mode, '5 units')).toBeNull();
  });

  test.each([
    ['MANUAL', /starts at 5 units/],
    ['UNLIMITED', /5 units on hand are kept/],
    ['INHERITED', /until the next sync/],
    ['METRC', /until you map items/],
  ] as const)('%s says what happens to the figure, whatever it was before', (to, words) => {
    for (const from of modes) if (from !== to) expect(modeChange(from, to, '5 units')).toMatch(words);
  });

  test('METRC names the sum of the packages where items are mapped', () => {
    expect(modeChange('MANUAL', 'METRC', '5 units', '90 units')).toMatch(/becomes 90 units/);
  });
});
