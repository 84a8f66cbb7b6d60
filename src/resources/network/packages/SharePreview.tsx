import { useState } from 'react';
import { labTestStateOf } from '../../../../domain/inventory/packages/package';
import { formatAmount } from '../../../../domain/money';
import { networkPackages as calls } from '../../../../domain/network/packages-contract';
import { reportText, sharedStatusLabel, type TestedPackage } from '../../../../domain/network/shared-package';
import { counted } from '../../../../domain/text';
import { QueryState } from '../../../kit/form/QueryState';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Button } from '../../../ui/Button';
import css from './network-packages.module.css';

const PAGE = 10;

export type SharePreviewProps =
  | { kind: 'partner'; brandId: number /** The partner's. */; orgId: number }
  | { kind: 'share'; brandId: number; licenseId: number };

type Preview = { results: TestedPackage[]; resultCount: number; unseen: number };

/** What a consent would show, before it is given: exactly the rows and columns the other side will get. */
export function SharePreview(props: SharePreviewProps) {
  return props.kind === 'partner' ? <PartnerPreview {...props} /> : <OwnerPreview {...props} />;
}

function PartnerPreview({ brandId, orgId: partnerOrgId }: SharePreviewProps & { kind: 'partner' }) {
  const [asked, pages] = usePages();
  const query = useCallQuery(calls.previewPartner, { body: { ...asked, brandId, partnerOrgId } }, OPTIONS);
  return <Shown query={query} {...pages} />;
}

function OwnerPreview({ brandId, licenseId }: SharePreviewProps & { kind: 'share' }) {
  const [asked, pages] = usePages();
  const query = useCallQuery(calls.previewShare, { body: { ...asked, brandId, licenseId } }, OPTIONS);
  return <Shown query={query} {...pages} />;
}

const OPTIONS = { topics: ['packages'], keepsPrevious: true } as const;

type Pages = { page: number; onPage: (page: number) => void };

function usePages(): [{ orgId: number; page: number; itemsPerPage: number }, Pages] {
  const orgId = useSession().scope?.orgId ?? 0;
  const [page, onPage] = useState(0);
  return [
    { orgId, page, itemsPerPage: PAGE },
    { page, onPage },
  ];
}

type ShownProps = Pages & { query: { data: Preview | undefined; error: unknown; refetch: () => unknown } };

function Shown({ query, page, onPage }: ShownProps) {
  return (
    <section className={css.preview} aria-labelledby="share-preview">
      <h3 id="share-preview">What they will see</h3>
      <p className="v-hint">
        These packages as they are now, while this is agreed. Never notes, prices, reservations, orders or locations.
      </p>
      <QueryState query={query} failure="We couldn’t read the preview.">
        {({ results, resultCount, unseen }) => (
          <>
            {results.length === 0 && page === 0 ? <p>No packages now.</p> : <Rows rows={results} />}
            {unseen > 0 && <p className="v-hint">And {counted(unseen, 'package')} that your role doesn’t see.</p>}
            {resultCount > PAGE && (
              <div className={css.pages}>
                <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
                  Previous
                </Button>
                <span className="muted">
                  {page * PAGE + 1}–{page * PAGE + results.length} of {formatAmount(resultCount)}
                </span>
                <Button disabled={(page + 1) * PAGE >= resultCount} onClick={() => onPage(page + 1)}>
                  Next
                </Button>
              </div>
            )}
          </>
        )}
      </QueryState>
    </section>
  );
}

function Rows({ rows }: { rows: readonly TestedPackage[] }) {
  return (
    <ul className="lined">
      {rows.map(({ id, tag, item, brand, quantity, unit, status, labState, labReports, holder }) => (
        <li key={id} className={css.previewed}>
          <span>
            <b>{tag}</b> {item}
          </span>
          <span>
            {formatAmount(quantity)} {unit}, {sharedStatusLabel(status)}
          </span>
          <span className="muted">
            {brand.name}, held by {holder.organization} ({holder.name}, {holder.licenseNumber})
          </span>
          <span className="muted">{[labTestStateOf(labState).label, ...labReports.map(reportText)].join('; ')}</span>
        </li>
      ))}
    </ul>
  );
}
