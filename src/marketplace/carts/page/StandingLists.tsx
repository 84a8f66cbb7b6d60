import { useState } from 'react';
import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import type { CartWrapper } from '../../../../domain/carts/cart';
import { standingLists as calls, type StandingList } from '../../../../domain/carts/fill-contract';
import { counted } from '../../../../domain/text';
import { Can } from '../../../access/useCan';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Button } from '../../../ui/Button';
import { Checkbox, Field, Select } from '../../../ui/Field';
import { dateHere } from '../../../ui/reader-dates';
import shared from '../../marketplace.module.css';
import type { Buyer } from '../carts';
import { FillCart } from '../FillCart';
import css from './CartSection.module.css';

type Acting = { by: 'fill' | 'rename' | 'delete'; list: StandingList };

/** What a buyer company buys again and again: each list fills a cart; nothing while there are none. */
export function StandingLists({ buyer }: { buyer: Buyer }) {
  const { data = [] } = useCallQuery(calls.list, { query: buyer }, { topics: ['standing-lists'] });
  const [acting, setActing] = useState<Acting | null>(null);
  if (data.length === 0) return null;
  const close = () => setActing(null);
  return (
    <section className={css.cart} aria-labelledby="standing-lists">
      <h2 id="standing-lists">Standing lists</h2>
      <ul className={shared.lines}>
        {data.map((list) => (
          <li key={list.id} className={css.list}>
            <span>
              <strong>{list.name}</strong>{' '}
              <span className="v-hint">
                {list.sellerName} · {counted(list.products, 'product')} · Changed {dateHere(list.changed)}
              </span>
            </span>
            <Can requires={calls.remove.requires}>
              <span className={shared.actions}>
                <Button onClick={() => setActing({ by: 'fill', list })}>
                  Fill cart<span className="v-hidden"> with {list.name}</span>
                </Button>
                <Button onClick={() => setActing({ by: 'rename', list })}>
                  Rename<span className="v-hidden"> {list.name}</span>
                </Button>
                <Button onClick={() => setActing({ by: 'delete', list })}>
                  Delete<span className="v-hidden"> {list.name}</span>
                </Button>
              </span>
            </Can>
          </li>
        ))}
      </ul>
      {acting?.by === 'fill' && <FillFromList list={acting.list} onClose={close} />}
      {acting?.by === 'rename' && <Rename list={acting.list} onClose={close} />}
      {acting?.by === 'delete' && <Remove list={acting.list} onClose={close} />}
    </section>
  );
}

type ListProps = { list: StandingList; onClose: () => void };

function FillFromList({ list, onClose }: ListProps) {
  const { buyerCompany, buyerLicense } = useSession();
  const licenses = buyerCompany?.buyerLicenses ?? [];
  const [buyerLicenseId, setLicense] = useState(buyerLicense?.id ?? licenses[0]?.id ?? 0);
  const [replaces, setReplaces] = useState(false);
  const { data, error, refetch } = useCallQuery(
    calls.preview,
    { params: { id: list.id }, body: { buyerLicenseId, replaces } },
    { staleTime: 0, topics: ['carts', 'catalogue'], enabled: buyerLicenseId > 0 },
  );
  return (
    <FillCart
      title={`Fill the cart with ${list.name}`}
      preview={data}
      error={error}
      onRetry={refetch}
      isLoading={!error}
      replaces={replaces}
      waiting="Comparing with today’s menu and prices."
      onClose={onClose}
    >
      <Field label="Buying for license">
        <Select
          options={licenses.map(({ id, license }) => ({
            value: String(id),
            label: `${license.dba || license.name} · ${licenseDisplayName(license)}`,
          }))}
          value={String(buyerLicenseId)}
          onChange={(event) => setLicense(Number(event.target.value))}
        />
      </Field>
      <Checkbox
        label="Replace what’s in the cart"
        checked={replaces}
        onChange={(event) => setReplaces(event.target.checked)}
      />
    </FillCart>
  );
}

const nameField = { name: 'name', label: 'Name', maxLength: 80, required: true } as const;

function Rename({ list: { id, name, version }, onClose }: ListProps) {
  const { run } = useCall(calls.update, { showsErrors: true });
  return (
    <Confirm<{ name: string }>
      title={`Rename ${name}`}
      act="Rename"
      tone="primary"
      values={{ name }}
      fields={[nameField]}
      run={(values) => run({ params: { id }, body: { ...values, version } })}
      onClose={onClose}
    >
      {null}
    </Confirm>
  );
}

function Remove({ list: { id, name }, onClose }: ListProps) {
  const { run } = useCall(calls.remove, { showsErrors: true });
  return (
    <Confirm
      title={`Delete ${name}?`}
      act="Delete list"
      run={() => run({ params: { id } })}
      success={`${name} deleted.`}
      onClose={onClose}
    >
      <p>Orders and carts that were filled with it stay.</p>
    </Confirm>
  );
}

/** Keeps what a cart has now as a standing list. */
export function KeepAsList({
  wrapper: { cart, buyerCompanyId, buyerCompanyOrgId, sellerCompany },
  onClose,
}: {
  wrapper: CartWrapper;
  onClose: () => void;
}) {
  const { run } = useCall(calls.create, { showsErrors: true });
  return (
    <Confirm<{ name: string }>
      title="Save as a standing list"
      act="Save list"
      tone="primary"
      values={{ name: '' }}
      fields={[{ ...nameField, hint: 'Such as “Tuesday order”. It replaces a list with the same name.' }]}
      run={({ name }) => run({ body: { orgId: buyerCompanyOrgId, companyId: buyerCompanyId, cartId: cart.id, name } })}
      success="List saved. Find it above your carts."
      onClose={onClose}
    >
      <p>
        Saves the {counted(cart.lineItems.length, 'product')} in this cart from {sellerCompany.name}, with their
        quantities.
      </p>
    </Confirm>
  );
}
