import type { CustomerPlace, ServiceZone } from '../../../../../domain/customers/zone-contract';
import type { StateMap } from '../../../../../domain/geography/contract';
import { formatNumber } from '../../../../../domain/money';
import { Panel } from '../../../../kit/record/RecordPage';
import { EmptyState } from '../../../../ui/states';
import css from './zones.module.css';

type ZonePlacesProps = { state: StateMap; zones: readonly ServiceZone[]; places: readonly CustomerPlace[] };

/** The map as a table: customers by ZIP code and zone, those without a zone first. */
export function ZonePlaces({ state, zones, places }: ZonePlacesProps) {
  const counties = new Map(state.counties.map(({ id, name }) => [id, name]));
  const countyOf = new Map(state.postalCodes.map(({ code, countyId }) => [code, counties.get(countyId)]));
  const rows = [...places].sort((a, b) => Number(a.serviceZoneId !== null) - Number(b.serviceZoneId !== null));
  return (
    <Panel title="Customers by ZIP code" id="zone-places">
      {rows.length === 0 && <EmptyState title="No customers yet" hint="Customers appear here by their addresses." />}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it by keyboard.
        <section className={css.scroll} tabIndex={0} aria-label="Table of customers">
          <table className={css.table} aria-labelledby="zone-places">
            <thead>
              <tr>
                <th scope="col">ZIP code</th>
                <th scope="col">County</th>
                <th scope="col">Zone</th>
                <th scope="col" className={css.end}>
                  Customers
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ postalCode, serviceZoneId, customerCount }) => (
                <tr key={`${postalCode} ${serviceZoneId}`}>
                  <th scope="row">{postalCode ?? 'None in the address'}</th>
                  <td>{(postalCode && countyOf.get(postalCode)) ?? 'Not on this map'}</td>
                  <td>{zones.find(({ id }) => id === serviceZoneId)?.name ?? 'No zone'}</td>
                  <td className={css.end}>{formatNumber(customerCount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  );
}
