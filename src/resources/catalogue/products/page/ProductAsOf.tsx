import { productDetails } from '../../../../../domain/catalogue/contract';
import { QueryState } from '../../../../kit/form/QueryState';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { Dialog } from '../../../../ui/Dialog';
import { Facts } from '../../../../ui/Facts';
import { momentHere } from '../../../../ui/reader-dates';

/** A product as it was at a time. */
export function ProductAsOf({ id, at, onClose }: { id: number; at: string; onClose: () => void }) {
  const query = useCallQuery(productDetails.asOf, { params: { id }, query: { at } });
  return (
    <Dialog title={`As of ${momentHere(at)}`} onClose={onClose} isDrawer>
      <QueryState query={query}>
        {({ values }) =>
          values === null ? (
            <p>It hadn’t been added yet.</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it by keyboard
            <section tabIndex={0} aria-label="Its values">
              <Facts layout="stacked" facts={Object.fromEntries(values.map(({ label, value }) => [label, value]))} />
            </section>
          )
        }
      </QueryState>
    </Dialog>
  );
}
