import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type FeatureId, type FeatureMap, isConsistent, type PermissionChange } from '../../../domain/access/features';
import type { OrgRole } from '../../../domain/team/role';
import { useRoleDraft } from '../../../src/resources/team/roles/draft/useRoleDraft';
import {
  applyAll,
  areasMatching,
  changesBetween,
  describeConsequences,
} from '../../../src/resources/team/roles/matrix/matrix';
import { RoleMatrix } from '../../../src/resources/team/roles/matrix/RoleMatrix';
import '../../../src/ui/theme';
import { expectNoAxeFindings } from '../support/render';

const both = { read: true, write: true };
const reads = { read: true, write: false };
const grant = (feature: FeatureId, level: 'read' | 'write' = 'read'): PermissionChange => ({
  feature,
  level,
  granted: true,
});
const role = (version: number, features: FeatureMap): OrgRole => ({
  id: 7,
  name: 'Packers',
  features,
  isDefault: false,
  defaultRoleId: null,
  isOwner: false,
  userCount: 2,
  version,
});

describe('the permissions of a role', () => {
  test('stand by app in display order, and in their own order within', () => {
    const areas = areasMatching('');
    expect(areas.slice(0, 5).map(({ app }) => app)).toEqual([
      'Orders',
      'Inventory',
      'Marketplace',
      'Fulfillment',
      'Organization',
    ]);
    expect(areas[1]?.features).toEqual(['INVENTORY', 'PRODUCTS', 'ITEM_BRANDING', 'ITEM_OWNERS']);
  });

  test('are found by any words of their name, description or app', () => {
    expect(areasMatching('VOID pay')).toEqual([{ app: 'Orders', features: ['ORDER_PAYMENTS'], isWhole: false }]);
    expect(areasMatching('harvest')).toMatchObject([{ app: 'Harvest', isWhole: true }]);
    expect(areasMatching('no such thing')).toEqual([]);
  });

  test('say what else a tick moved and why', () => {
    const asked = [grant('EDIT_FROZEN_ORDERS', 'write')];
    expect(describeConsequences(asked, applyAll({}, asked, []).alsoChanged)).toBe(
      'Also granted: All sales orders (read and write), Frozen orders (read), because Frozen orders (write) needs them.',
    );
    const taken = [{ ...grant('PRODUCTS'), granted: false }];
    expect(describeConsequences(taken, applyAll({ PRODUCTS: both }, taken, []).alsoChanged)).toBe(
      'Also removed: Products (write), because it needs Products (read).',
    );
    expect(describeConsequences([grant('PRODUCTS')], [])).toBeNull();
  });

  test('rest on what the organization has, where there is a way around what it lacks', () => {
    const { features } = applyAll({}, [grant('ORDER_PAYMENTS')], ['BROWSE_ORDERS']);
    expect(changesBetween({}, features)).toEqual([grant('BROWSE_MY_ORDERS'), grant('ORDER_PAYMENTS')]);
    expect(isConsistent(features)).toBe(true);
  });
});

type Shown = Partial<Parameters<typeof RoleMatrix>[0]>;

function Matrix({ features: saved = {}, ...given }: Shown) {
  const [features, setFeatures] = useState(saved);
  const lacking = given.lacking ?? [];
  return (
    <RoleMatrix
      roleName="Packers"
      saved={saved}
      search=""
      isReadOnly={false}
      isStacked={false}
      {...given}
      lacking={lacking}
      features={features}
      onChange={(asked) => setFeatures(applyAll(features, asked, lacking).features)}
    />
  );
}

const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const isMixed = (name: string) => (box(name).element() as HTMLInputElement).indeterminate;
const focused = () => document.activeElement?.getAttribute('aria-label');

describe('the matrix', () => {
  test('shows whether all, some or none of an area is granted, and grants or removes all of it', async () => {
    const { container } = await render(<Matrix features={{ INVENTORY: reads }} />);
    expect(isMixed('Read all of Inventory')).toBe(true);
    await box('Read all of Inventory').click();
    await expect.element(box('Read all of Inventory')).toBeChecked();
    expect(isMixed('Read all of Inventory')).toBe(false);
    await expect.element(box('Read: Item sharing, changed')).toBeChecked();
    await box('Read all of Inventory').click();
    await expect.element(box('Read: Packages, changed')).not.toBeChecked();
    await expect.element(box('Read all of Inventory')).not.toBeChecked();
    await expectNoAxeFindings(container);
  });

  test('is one tab stop in which arrows, Home, End and the page keys move and Space ticks', async () => {
    await render(<Matrix />);
    await userEvent.tab();
    expect(focused()).toBe('Read all of Orders');
    const path: [string, string][] = [
      ['{ArrowDown}', 'Read: All sales orders'],
      ['{ArrowRight}', 'Write: All sales orders'],
      ['{ArrowRight}', 'Write: All sales orders'],
      ['{Home}', 'Read: All sales orders'],
      ['{PageDown}', 'Read all of Inventory'],
      ['{PageUp}', 'Read all of Orders'],
      ['{Control>}{End}{/Control}', 'Write: Deal orders'],
      ['{ArrowUp}', 'Write: Bids'],
    ];
    for (const [keys, name] of path) {
      await userEvent.keyboard(keys);
      expect(focused()).toBe(name);
    }
    await userEvent.keyboard(' ');
    await expect.element(box('Read: Offers, changed')).toBeChecked();
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });

  test('shows a flag the organization lacks as disabled, with the reason where the keyboard finds it', async () => {
    const { container } = await render(<Matrix lacking={['BROWSE_ORDERS']} />);
    const flag = box('Read: All sales orders');
    await expect.element(flag).toHaveAccessibleDescription(/isn’t turned on for your organization/);
    (flag.element() as HTMLInputElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(flag).not.toBeChecked();
    await box('Read all of Orders').click();
    await expect.element(box('Read: Customers, changed')).toBeChecked();
    await expect.element(box('Read all of Orders')).toBeChecked();
    await expectNoAxeFindings(container);
  });

  test('offers all of an area only while the search shows all of it', async () => {
    await render(<Matrix search="payments" />);
    await expect.element(box('Read: Order payments')).toBeVisible();
    expect(box('Read all of Orders').query()).toBeNull();
  });

  test('keeps every act as sections on a narrow screen', async () => {
    await page.viewport(360, 740);
    const { container } = await render(<Matrix isStacked />);
    await box('Write all of Harvest').click();
    await expect.element(box('Write: Delete harvests, changed')).toBeChecked();
    expect(page.getByRole('checkbox').elements()).toHaveLength(76);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await expectNoAxeFindings(container);
  });
});

function Editor({ saved }: { saved: OrgRole }) {
  const draft = useRoleDraft(saved, []);
  return (
    <>
      <output>{JSON.stringify({ shown: draft.features, unsaved: draft.changes.length, kept: draft.kept })}</output>
      <button type="button" onClick={() => draft.change([grant('CUSTOMERS')])}>
        tick
      </button>
      <button type="button" onClick={draft.reapply}>
        reapply
      </button>
      <button type="button" onClick={draft.discard}>
        discard
      </button>
    </>
  );
}

const seen = () => JSON.parse(document.querySelector('output')?.textContent ?? '');

describe('unsaved ticks', () => {
  beforeEach(() => sessionStorage.clear());

  test('are there again after a reload, beside what was saved meanwhile, until they are discarded', async () => {
    const first = await render(<Editor saved={role(0, {})} />);
    await page.getByRole('button', { name: 'tick' }).click();
    await first.unmount();
    const second = await render(<Editor saved={role(0, {})} />);
    expect(seen()).toMatchObject({ shown: { CUSTOMERS: reads }, unsaved: 1, kept: [] });
    await second.unmount();
    const third = await render(<Editor saved={role(1, { PRODUCTS: reads })} />);
    expect(seen()).toEqual({ shown: { PRODUCTS: reads }, unsaved: 0, kept: [grant('CUSTOMERS')] });
    await page.getByRole('button', { name: 'discard' }).click();
    await third.unmount();
    await render(<Editor saved={role(1, { PRODUCTS: reads })} />);
    expect(seen()).toEqual({ shown: { PRODUCTS: reads }, unsaved: 0, kept: [] });
  });

  test('of one role aren’t those of another', async () => {
    const first = await render(<Editor saved={role(0, {})} />);
    await page.getByRole('button', { name: 'tick' }).click();
    await first.unmount();
    await render(<Editor saved={{ ...role(0, {}), id: 8 }} />);
    expect(seen()).toMatchObject({ unsaved: 0, kept: [] });
  });

  test('wait beside what somebody else has saved, and are put on top of it on request', async () => {
    const { rerender } = await render(<Editor saved={role(0, {})} />);
    await page.getByRole('button', { name: 'tick' }).click();
    await rerender(<Editor saved={role(1, { PRODUCTS: reads })} />);
    expect(seen()).toEqual({ shown: { PRODUCTS: reads }, unsaved: 0, kept: [grant('CUSTOMERS')] });
    await page.getByRole('button', { name: 'reapply' }).click();
    expect(seen()).toMatchObject({ shown: { PRODUCTS: reads, CUSTOMERS: reads }, unsaved: 1, kept: [] });
  });

  test('stay where they are when the role is only renamed', async () => {
    const { rerender } = await render(<Editor saved={role(0, {})} />);
    await page.getByRole('button', { name: 'tick' }).click();
    await rerender(<Editor saved={{ ...role(1, {}), name: 'Packing' }} />);
    expect(seen()).toMatchObject({ shown: { CUSTOMERS: reads }, unsaved: 1, kept: [] });
  });

  test('are done with once they are saved, whoever saved them', async () => {
    const { rerender } = await render(<Editor saved={role(0, {})} />);
    await page.getByRole('button', { name: 'tick' }).click();
    await rerender(<Editor saved={role(1, { CUSTOMERS: reads })} />);
    expect(seen()).toMatchObject({ unsaved: 0, kept: [] });
    await rerender(<Editor saved={role(2, {})} />);
    expect(seen()).toEqual({ shown: {}, unsaved: 0, kept: [] });
  });
});
