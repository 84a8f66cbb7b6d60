import { useState } from 'react';
import { Link } from 'react-router';
import { describeQuantity } from '../../../../domain/catalogue/units/quantity';
import { shortDay } from '../../../../domain/dates';
import { inventory as calls } from '../../../../domain/inventory/packages/contract';
import { TRANSFER_STATES, tagOfVoided, whyNotSellable } from '../../../../domain/inventory/packages/package';
import type { PackageStory } from '../../../../domain/inventory/packages/package-story';
import { whyNotSplit } from '../../../../domain/inventory/packages/split';
import {
  DIFFERENCE_KINDS,
  SETTLEMENTS,
  type TrackingDifference,
} from '../../../../domain/inventory/reconciliation/difference';
import { compare, formatAmount } from '../../../../domain/money';
import { ORDER_STATUSES } from '../../../../domain/orders/status';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { QueryState } from '../../../kit/form/QueryState';
import { OrderLink } from '../../../kit/links/OrderLink';
import { useOpenRecord } from '../../../kit/list';
import { useCallQuery } from '../../../providers/refine/use-call';
import { ShareLink } from '../../../shell/ShareLink';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Facts } from '../../../ui/Facts';
import { lazyDialog } from '../../../ui/lazy';
import { dateHere, momentHere } from '../../../ui/reader-dates';
import { LabSection } from './LabSection';
import css from './PackageDrawer.module.css';
import { LabTestPill, PackageStatusPill } from './PackagePills';
import type { PackageRow } from './resource';

const SplitDialog = lazyDialog(async () => (await import('./SplitDialog')).SplitDialog);

type PackageDrawerProps = { id: number; row: PackageRow | null; onClose: () => void };

/** A package beside the list: what it is, and why what it holds can be sold or not. */
export function PackageDrawer({ id, row, onClose }: PackageDrawerProps) {
  const story = useCallQuery(
    calls.get,
    { params: { id } },
    { topics: ['packages', 'products', 'orders', 'integrations'] },
  );
  const one = story.data?.package ?? row;
  const maySplit = useCan().can(calls.split.requires);
  const whyNot = one && whyNotSplit(one);
  const [isSplitting, setSplitting] = useState(false);
  const split = maySplit && one && (
    <>
      {whyNot && <span className="v-hint">It can’t be split. {whyNot}</span>}
      <Button
        disabled={whyNot !== null}
        onClick={() => setSplitting(true)}
        onPointerEnter={SplitDialog.prefetch}
        onFocus={SplitDialog.prefetch}
      >
        Split
      </Button>
    </>
  );
  if (one && isSplitting) return <SplitDialog.Part one={one} onClose={() => setSplitting(false)} />;
  return (
    <Dialog
      title={one?.label ?? 'Package'}
      isDrawer
      width={520}
      onClose={onClose}
      actions={
        <>
          <ShareLink path={`/inventory?edit=${id}`} />
          {split}
        </>
      }
    >
      <QueryState query={story} failure="We couldn’t read this package.">
        {(told) => (
          <div className={css.story}>
            <PackageFacts told={told} />
            <Unsent unsent={told.unsent} />
            <Differences differences={told.differences} />
            <Sellable told={told} />
            <LabSection one={told.package} />
            <Family told={told} />
            <Transfers told={told} />
          </div>
        )}
      </QueryState>
    </Dialog>
  );
}

function PackageFacts({ told: { package: one, sources } }: { told: PackageStory }) {
  const tag = tagOfVoided(one.label);
  return (
    <Facts
      facts={{
        'Tag used again': tag && <Link to={`/inventory?packageLabelSearchTerm=${tag}`}>{tag}</Link>,
        Item: one.itemName,
        Quantity: `${formatAmount(one.quantity)} ${one.unitOfMeasureAbbreviation}`,
        Status: <PackageStatusPill status={one.status} />,
        'Lab test': <LabTestPill state={one.currentLabTestState} />,
        Brand: one.assignedOwner?.name ?? 'None yet',
        Category: one.category,
        Strain: one.strainName,
        'Held by': `${one.holder.name}, ${one.holder.displayName}`,
        Location: one.locationName,
        'Trade sample': one.tradeSample && 'Yes',
        Packaged: one.packaged && shortDay(one.packaged),
        Received: one.received && dateHere(one.received),
        'Received from': one.receivedFrom,
        Manifest: one.manifestNumber,
        'Made of': sources.join(', '),
        Owner: one.metrcOwner,
        Transfer: one.transferState && TRANSFER_STATES[one.transferState].label,
        Recipient: one.recipient,
        'Last activity': momentHere(one.lastActivity),
        'Last read': one.seen && momentHere(one.seen),
        Notes: one.notes,
      }}
    />
  );
}

/** Splits that the tracking system hasn't heard of. */
function Unsent({ unsent }: Pick<PackageStory, 'unsent'>) {
  if (unsent.length === 0) return null;
  const [{ problem } = { problem: null }] = unsent;
  return (
    <p className="v-hint" role="status">
      {counted(unsent.length, 'split is', 'splits are')} on the way to the tracking system.{' '}
      {problem !== null && `${problem} We try again.`}
    </p>
  );
}

/** What the tracking system says otherwise of it. */
function Differences({ differences }: Pick<PackageStory, 'differences'>) {
  if (differences.length === 0) return null;
  return (
    <section aria-labelledby="package-differs">
      <h3 id="package-differs">Differences with the tracking system</h3>
      <ul className={css.orders}>
        {differences.map(({ id, label, kind, ours, theirs, found, settlement }) => (
          <li key={id}>
            {settlement === null ? (
              <Link to={`/inventory/reconciliation?searchTerm=${label}`}>{DIFFERENCE_KINDS[kind].label}</Link>
            ) : (
              DIFFERENCE_KINDS[kind].label
            )}
            <span>{sidesOf({ kind, ours, theirs })}</span>
            <span className="muted">
              {settlement === null ? `Since ${dateHere(found)}` : SETTLEMENTS[settlement].label}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Both sides of a difference in one line: figures, what was asked and why not, or what the tracking system says. */
function sidesOf({ kind, ours, theirs }: Pick<TrackingDifference, 'kind' | 'ours' | 'theirs'>): string {
  if (kind === 'QUANTITY' || kind === 'UNIT') return `${ours} here, ${theirs} there`;
  return kind === 'REFUSED' ? `${ours}: ${theirs}` : theirs;
}

/** The packages made of it. */
function Family({ told: { madeOfIt } }: { told: PackageStory }) {
  const { open } = useOpenRecord();
  if (madeOfIt.length === 0) return null;
  return (
    <section aria-labelledby="package-family">
      <h3 id="package-family">Packages made of it</h3>
      <ul className={css.orders}>
        {madeOfIt.map(({ verdantId: id, label, quantity, unit }) => (
          <li key={id}>
            <button type="button" className={css.tag} onClick={() => open(id)}>
              {label}
            </button>
            <span className={css.amount}>
              {formatAmount(quantity)} {unit}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The transfers it came and went with. */
function Transfers({ told: { transfers } }: { told: PackageStory }) {
  if (transfers.length === 0) return null;
  return (
    <section aria-labelledby="package-transfers">
      <h3 id="package-transfers">Transfers</h3>
      <ul className={css.orders}>
        {transfers.map(({ id, manifestNumber, direction, otherParty, state, departed, received }) => {
          const at = received ?? departed;
          return (
            <li key={id}>
              <Link to={`/inventory?selectedTransfers=${id}&includeInactive=true`}>{manifestNumber}</Link>
              <span>
                {direction === 'INCOMING' ? 'From' : 'To'} {otherParty}
              </span>
              <span className="muted">{TRANSFER_STATES[state].label}</span>
              <span>{at && dateHere(at)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What the package counts for, and what is kept of that for orders. */
function Sellable({ told }: { told: PackageStory }) {
  const { package: one, stock } = told;
  const why = whyNotSellable(one);
  return (
    <section aria-labelledby="package-sells">
      <h3 id="package-sells">What can be sold</h3>
      {why !== null && <p>None of this package: {why.toLowerCase()}.</p>}
      {stock === null ? (
        <p>Its item isn’t mapped to a product, so no order can sell it. Map it on the product’s page.</p>
      ) : (
        <Stock stock={stock} />
      )}
    </section>
  );
}

function Stock({ stock }: { stock: NonNullable<PackageStory['stock']> }) {
  const { productId, name, unitOfMeasure, isSummed, packageCount, quantity, reserved, available, orders } = stock;
  const shown = (amount: string) => describeQuantity(amount, unitOfMeasure);
  const unseen = stock.orderCount - orders.length;
  return (
    <>
      <p>
        Its item is mapped to <Link to={`/inventory/products/${productId}`}>{name}</Link>.{' '}
        {isSummed
          ? `Its stock is the sum of ${counted(packageCount, 'active package')}.`
          : 'Its stock doesn’t come from the tracking system, so packages don’t change it.'}
      </p>
      <Facts
        layout="columns"
        facts={{ 'On hand': shown(quantity), Reserved: shown(reserved), Available: shown(available) }}
      />
      {compare(available, 0) < 0 && <p className={css.short}>More is reserved for orders than is on hand.</p>}
      {orders.length > 0 && (
        <ul className={css.orders} aria-label="Orders it is reserved for">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderLink order={order} /> <span>{order.customerName}</span>
              <span className="muted">{ORDER_STATUSES[order.status].label}</span>
              <span className={css.amount}>{shown(order.quantity)}</span>
            </li>
          ))}
        </ul>
      )}
      {unseen > 0 && <p className="v-hint">And {counted(unseen, 'other order')}.</p>}
    </>
  );
}
