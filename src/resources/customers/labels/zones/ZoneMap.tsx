import { useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import {
  type CustomerPlace,
  serviceZoneMap as calls,
  type ServiceZone,
  type ServiceZoneMap,
  type ZoneArea,
} from '../../../../../domain/customers/zone-contract';
import { geography, type StateMap } from '../../../../../domain/geography/contract';
import { formatNumber } from '../../../../../domain/money';
import { stateName } from '../../../../../domain/organization/us-states';
import { useCan } from '../../../../access/useCan';
import { QueryState } from '../../../../kit/form/QueryState';
import { ListLinks } from '../../../../kit/list';
import { Panel, RecordColumns, RecordSkeleton } from '../../../../kit/record/RecordPage';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { useSession } from '../../../../providers/session';
import { PageFrame } from '../../../../ui/PageFrame';
import { EmptyState, ErrorState } from '../../../../ui/states';
import { type AreaEdits, ZoneAreaForm } from './ZoneAreaForm';
import { ZoneCanvas } from './ZoneCanvas';
import { ZonePicker } from './ZonePicker';
import css from './zones.module.css';

const TITLE = 'Service zone map';
const CRUMBS = [{ label: 'Customers', to: '/network/customers' }];

/** A company's service zones on the map of its state. */
export default function ZoneMap() {
  const companyId = Number(useParams().slug);
  const { organization, scope } = useSession();
  const company = organization?.companies.find((each) => each.companyId === companyId);
  const orgId = scope?.orgId ?? 0;
  const enabled = company !== undefined;
  const zones = useCallQuery(calls.get, { query: { orgId, companyId } }, { topics: ['customers'], enabled });
  const state = company?.state.ansiAbbrevation ?? 'CA';
  const drawn = useCallQuery(
    geography.stateMap,
    { params: { state: state as 'CA' } },
    { staleTime: Number.POSITIVE_INFINITY, enabled },
  );
  if (!company) {
    return (
      <PageFrame title={TITLE} breadcrumbs={CRUMBS}>
        <ErrorState message="Company not found" />
      </PageFrame>
    );
  }
  const data = zones.data && drawn.data ? { map: zones.data, state: drawn.data } : undefined;
  const refetch = () => Promise.all([zones, drawn].filter(({ error }) => error).map((query) => query.refetch()));
  const path = `/account/manage/companies/${companyId}`;
  return (
    <PageFrame
      title={TITLE}
      breadcrumbs={CRUMBS}
      aside={<span className="v-hint">{company.name}</span>}
      actions={
        <ListLinks
          links={[
            { to: `${path}/service-zones`, label: 'Service zones' },
            { to: `${path}/customer-statuses`, label: 'Customer statuses' },
          ]}
        />
      }
    >
      <QueryState
        query={{ data, error: zones.error ?? drawn.error, refetch }}
        skeleton={<RecordSkeleton label="Loading the map" />}
      >
        {(loaded) => <Zones {...loaded} refresh={zones.refetch} listPath={`${path}/service-zones`} />}
      </QueryState>
    </PageFrame>
  );
}

type ZonesProps = { map: ServiceZoneMap; state: StateMap; refresh: () => unknown; listPath: string };

function Zones({ map, state, refresh, listPath }: ZonesProps) {
  const whyNot = useCan().whyNot(calls.updateArea.requires);
  const [search, setSearch] = useSearchParams();
  const chosen = map.zones.find(({ id }) => String(id) === search.get('zone'));
  const [draft, setDraft] = useState<(ZoneArea & { id: number }) | null>(null);
  const edits = useRef<AreaEdits | null>(null);
  // What is being changed is shown at once.
  const shown = map.zones.map((zone) => (draft?.id === zone.id ? { ...zone, ...draft } : zone));
  const choose = (id: number | null) => setSearch(id === null ? {} : { zone: String(id) }, { replace: true });
  const mayEdit = chosen !== undefined && whyNot === null;
  return (
    <>
      <RecordColumns
        side={
          <>
            <ZonePicker {...{ listPath, whyNot, onChoose: choose }} zones={shown} chosen={chosen?.id ?? null} />
            {mayEdit && (
              <Panel title={`Area of ${chosen.name}`}>
                <ZoneAreaForm
                  key={chosen.id}
                  {...{ state, refresh, edits, onDraft: setDraft }}
                  zone={chosen}
                  onClose={() => choose(null)}
                />
              </Panel>
            )}
          </>
        }
      >
        <ZoneCanvas
          {...{ state }}
          zones={shown}
          places={map.places}
          name={stateName(map.usState)}
          edited={mayEdit ? chosen.id : null}
          edits={edits}
        />
      </RecordColumns>
      <ZonePlaces state={state} zones={map.zones} places={map.places} />
    </>
  );
}

type ZonePlacesProps = { state: StateMap; zones: readonly ServiceZone[]; places: readonly CustomerPlace[] };

/** The map as a table: customers by ZIP code and zone, those without a zone first. */
function ZonePlaces({ state, zones, places }: ZonePlacesProps) {
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
