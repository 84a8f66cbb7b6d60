import { useParams } from 'react-router';
import { harvests as calls } from '../../../../domain/harvests/contract';
import { QueryState } from '../../../kit/form/QueryState';
import { useCallQuery } from '../../../providers/refine/use-call';
import { PageFrame } from '../../../ui/PageFrame';
import { Pill } from '../../../ui/Pill';
import { Skeleton } from '../../../ui/states';
import { WeighLine } from './WeighLine';

/** Plants of a harvest are weighed one after the other: hands on plants, scanner and scale. */
export default function WeighScreen() {
  const { slug = '' } = useParams();
  const id = /^[1-9]\d{0,14}$/.test(slug) ? Number(slug) : 0;
  const query = useCallQuery(
    calls.get,
    { params: { id }, query: { includePlants: 'true' } },
    { topics: ['harvests'], enabled: id > 0 },
  );
  const { data } = query;
  const breadcrumbs = [
    { label: 'Harvest', to: '/harvest' },
    { label: data?.name ?? 'Harvest', to: `/harvest/${slug}` },
  ];
  const aside = data && (
    <Pill tone={data.weighedCount === data.plantCount && data.plantCount > 0 ? 'positive' : 'progress'}>
      {data.weighedCount} of {data.plantCount} weighed
    </Pill>
  );
  return (
    <PageFrame title="Weigh plants" aside={aside} breadcrumbs={breadcrumbs}>
      <QueryState query={query} skeleton={<Skeleton height="240px" />}>
        {(harvest) => <WeighLine key={harvest.id} harvest={harvest} />}
      </QueryState>
    </PageFrame>
  );
}
