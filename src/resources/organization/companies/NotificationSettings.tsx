import { useParams } from 'react-router';
import {
  FEED_TYPES,
  type FeedType,
  type NotificationSettings as Settings,
} from '../../../../domain/organization/company';
import { useCan } from '../../../access/useCan';
import { FormSheet } from '../../../kit/form/FormSheet';
import type { FieldSpec } from '../../../kit/form/fields';
import { QueryState } from '../../../kit/form/QueryState';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { Panel } from '../../../kit/record/RecordPage';
import { CallError } from '../../../providers/call/call-errors';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { ErrorScreen } from '../../../shell/errors/ErrorScreen';
import { PageFrame } from '../../../ui/PageFrame';
import css from './companies.module.css';
import { COMPANIES, SAID_OF_NOTIFICATIONS } from './company.text';
import { notificationSettings } from './resource';

const TYPES = Object.keys(FEED_TYPES) as FeedType[];
type Values = Record<FeedType, number[]>;

/** Who on the team is emailed about what at a company. */
export default function NotificationSettings() {
  const { slug = '' } = useParams();
  const isId = /^[1-9]\d{0,14}$/.test(slug);
  const { result: data, query } = useResourceOne(notificationSettings, isId ? Number(slug) : undefined);
  const company = useSession().organization?.companies.find(({ companyId }) => companyId === Number(slug));
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (!isId || isGone) {
    return <ErrorScreen status={404} message="This company doesn’t exist, or it isn’t assigned to you." />;
  }
  const crumbs = [
    { label: 'Companies', to: COMPANIES },
    { label: company?.name ?? 'Company', to: `${COMPANIES}/${slug}` },
  ];
  return (
    <PageFrame title="Notification settings" breadcrumbs={crumbs}>
      <QueryState query={{ data, error: query.error, refetch: query.refetch }}>
        {(settings) => (
          <div className={css.narrow}>
            <Panel title="Emails">
              <p className="v-hint">
                An order’s sales reps always get an email. If a new order has none and you choose no one, your
                organization’s owner gets it.
              </p>
              <SettingsForm companyId={Number(slug)} settings={settings} refresh={query.refetch} />
            </Panel>
          </div>
        )}
      </QueryState>
    </PageFrame>
  );
}

type FormProps = { companyId: number; settings: Settings; refresh: () => unknown };

function SettingsForm({ companyId, settings: { settings, people, version }, refresh }: FormProps) {
  const whyNot = useCan().whyNot(notificationSettings.update.requires);
  const chosen = (type: FeedType) =>
    settings.flatMap(({ feedType, orgUserId }) => (feedType === type ? [orgUserId] : [])).sort((a, b) => a - b);
  const form = useRecordForm<typeof notificationSettings, Values>(notificationSettings, {
    id: companyId,
    values: Object.fromEntries(TYPES.map((type) => [type, chosen(type)])) as Values,
    version,
    body: (values, { version: of }) => ({
      settings: TYPES.flatMap((feedType) => values[feedType].map((orgUserId) => ({ orgUserId, feedType }))),
      version: of,
    }),
    refresh,
    ...SAID_OF_NOTIFICATIONS,
  });
  const fields: FieldSpec<Values>[] = TYPES.map((type) => ({
    name: type,
    label: FEED_TYPES[type].label,
    hint: FEED_TYPES[type].hint,
    control: 'checks',
    options: people.map(({ orgUserId, displayName, email }) => ({
      value: orgUserId,
      label: displayName === email ? email : `${displayName} (${email})`,
      ...(whyNot === null ? {} : { disabled: true }),
    })),
  }));
  if (people.length === 0) return <p className="v-hint">No one on your team can see this company’s orders yet.</p>;
  return (
    <>
      <FormSheet form={form} label="Emails" save="Save" fields={fields} />
      {whyNot && <p className="v-hint">{whyNot}</p>}
    </>
  );
}
