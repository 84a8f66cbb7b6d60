import { Link, useParams } from 'react-router';
import type { Approval } from '../../../../domain/carts/approvals/contract';
import { describeQuantity } from '../../../../domain/catalogue/units/quantity';
import { shortDay } from '../../../../domain/dates';
import { formatUsd } from '../../../../domain/money';
import { QueryState } from '../../../kit/form/QueryState';
import { Panel, RecordColumns } from '../../../kit/record/RecordPage';
import { CallError } from '../../../providers/call/call-errors';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { ErrorScreen } from '../../../shell/errors/ErrorScreen';
import { useTitle } from '../../../shell/useTitle';
import { Facts } from '../../../ui/Facts';
import { Icon } from '../../../ui/Icon';
import { PageFrame } from '../../../ui/PageFrame';
import { momentHere } from '../../../ui/reader-dates';
import { ApprovalActions } from '../ApprovalActions';
import styles from '../orders.module.css';
import lines from '../show/OrderLines.module.css';
import css from './ApprovalShow.module.css';
import { APPROVALS, ApprovalPill, whyText } from './approvals.columns';
import { approvals } from './resource';

/** A request to approve an order. */
export default function ApprovalShow() {
  const { slug = '' } = useParams();
  const isId = /^[1-9]\d{0,14}$/.test(slug);
  const { result: data, query } = useResourceOne(approvals, isId ? Number(slug) : undefined);
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (!isId || isGone) {
    return <ErrorScreen status={404} message="This request doesn’t exist, or you can’t see it." />;
  }
  return (
    <QueryState query={{ data, error: query.error, refetch: query.refetch }}>
      {(approval) => <ApprovalPage approval={approval} refresh={query.refetch} />}
    </QueryState>
  );
}

function ApprovalPage({ approval, refresh }: { approval: Approval; refresh: () => unknown }) {
  const { sellerName, status, now, whyNot, order, totalUsd } = approval;
  useTitle(`Order from ${sellerName}`);
  const changes = now?.changes ?? [];
  return (
    <PageFrame
      title={`Order from ${sellerName}`}
      breadcrumbs={[
        { label: 'Purchase Orders', to: '/orders/purchases' },
        { label: 'Approvals', to: APPROVALS },
      ]}
      aside={<ApprovalPill status={status} />}
      actions={status === 'WAITING' && <ApprovalActions approval={approval} refresh={refresh} />}
    >
      {whyNot && <p className="v-hint">{whyNot}</p>}
      {changes.length > 0 && (
        <div className={css.changed} role="alert">
          <Icon name="warning" />
          <div>
            <strong>Changed since approval was asked for</strong>
            {changes.map((change) => (
              <p key={change}>{change}</p>
            ))}
          </div>
        </div>
      )}
      <RecordColumns side={<ApprovalFacts approval={approval} />}>
        <Panel
          title={
            <>
              Line items <span className={styles.count}>{order.lines.length}</span>
            </>
          }
        >
          <AskedLines approval={approval} />
          <p className={css.total}>
            <span>{now?.totalUsd && now.totalUsd !== totalUsd ? 'Total when asked' : 'Total'}</span>
            <strong>{formatUsd(totalUsd)}</strong>
          </p>
        </Panel>
      </RecordColumns>
    </PageFrame>
  );
}

function AskedLines({ approval: { order } }: { approval: Approval }) {
  return (
    <table className={lines.lines}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className={lines.end}>
            Unit price
          </th>
          <th scope="col" className={lines.end}>
            Quantity
          </th>
          <th scope="col" className={lines.end}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.productId}>
            <th scope="row">
              {line.productName}
              <span className={styles.sub}>{line.brandName}</span>
              {line.notes && <span className={`${styles.sub} ${lines.note}`}>“{line.notes}”</span>}
            </th>
            <td className={lines.end} data-label="Unit price">
              {formatUsd(line.unitPrice)}
            </td>
            <td className={lines.end} data-label="Quantity">
              {describeQuantity(line.quantity, line.unitOfMeasure)}
            </td>
            <td className={lines.end} data-label="Total">
              {formatUsd(line.total)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ApprovalFacts({ approval }: { approval: Approval }) {
  const { askedBy, askedAt, asked, status, decidedBy, decidedAt, reason, placed, licenseName, order } = approval;
  const decided = decidedBy && decidedAt && `${decidedBy}, ${momentHere(decidedAt)}`;
  return (
    <>
      <Panel title="Request">
        <Facts
          layout="stacked"
          facts={{
            'Needs approval': whyText(approval),
            'Asked by': `${askedBy}, ${momentHere(askedAt)}`,
            Asked: asked.join(', '),
            [status === 'WAITING' ? 'Decided' : LABELS[status]]: decided,
            Reason: reason && <span className={css.text}>{reason}</span>,
            Order: placed && <Link to={`/orders/purchases/${placed.id}`}>Order {placed.orderNumber}</Link>,
          }}
        />
      </Panel>
      <Panel title="Delivery and payment">
        <Facts
          layout="stacked"
          facts={{
            For: licenseName,
            Payment: order.paymentOption.name,
            'Next delivery': order.deliveryDay && shortDay(order.deliveryDay),
            'Delivery preferences': order.deliveryPreferences && (
              <span className={css.text}>{order.deliveryPreferences}</span>
            ),
            Notes: order.buyerNotes && <span className={css.text}>{order.buyerNotes}</span>,
          }}
        />
      </Panel>
    </>
  );
}

const LABELS = { APPROVED: 'Approved by', DECLINED: 'Declined by', WITHDRAWN: 'Withdrawn by' } as const;
