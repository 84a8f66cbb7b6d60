import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { notifications as calls } from '../../../domain/notifications/contract';
import type { NoticeKey, NoticeSetting, NoticeSettings } from '../../../domain/notifications/settings';
import { zoneChoices } from '../../../domain/organization/zone-choices';
import { clockText } from '../../../domain/reports/schedule';
import { zoneText } from '../../../domain/time-zones';
import { useCan, usePersonOnly } from '../../access/useCan';
import { CheckMatrix } from '../../kit/form/controls/CheckMatrix';
import { FormSheet } from '../../kit/form/FormSheet';
import { type FieldSpec, Fields } from '../../kit/form/fields';
import { QueryState } from '../../kit/form/QueryState';
import { useCallForm } from '../../kit/form/useRecordForm';
import { callKey, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { notificationSettings as companySettings } from '../../resources/organization/companies/resource';
import { timeZone as timeZoneHere } from '../../ui/reader-dates';
import { Skeleton } from '../../ui/states';
import css from '../profile.module.css';

/** What the person is told, and by which way, when not by email, and which companies decide it instead. */
export function Notifications() {
  const query = useCallQuery(calls.settings, {});
  return (
    <section className={css.section} aria-labelledby="p-notifications">
      <h2 id="p-notifications">Notifications</h2>
      <QueryState
        query={query}
        skeleton={<Skeleton height="1200px" />}
        failure="Couldn’t load your notification settings."
      >
        {(settings) => (
          <>
            <NotificationsForm settings={settings} />
            {settings.companies.length > 0 && <CompaniesThatTell companies={settings.companies} />}
          </>
        )}
      </QueryState>
    </section>
  );
}

const CHANNELS = { inFeed: 'In Verdant', byEmail: 'Email' } as const;
type Channel = keyof typeof CHANNELS;
const BY_CHANNEL = Object.keys(CHANNELS) as Channel[];

type Box = `${NoticeKey}:${Channel}`;
const boxOf = (key: NoticeKey, channel: Channel): Box => `${key}:${channel}`;

type Quiet = { isQuiet: boolean; from: string; to: string; timeZone: string };
type Values = Record<Box, boolean> & Quiet;

/** Proposed to who turns quiet hours on. */
const NIGHT = { from: '22:00', to: '07:00' };
/** The platform's zone for who never chose one. */
const UNCHOSEN_ZONE = 'UTC';

function quietOf({ quietHours, timeZone }: NoticeSettings): Quiet {
  const isChosen = quietHours !== null || timeZone !== UNCHOSEN_ZONE;
  return { isQuiet: quietHours !== null, ...(quietHours ?? NIGHT), timeZone: isChosen ? timeZone : timeZoneHere };
}

const valuesOf = (settings: NoticeSettings) =>
  ({
    ...Object.fromEntries(
      settings.emailSettings.flatMap((setting) =>
        BY_CHANNEL.map((channel) => [boxOf(setting.key, channel), setting[channel]]),
      ),
    ),
    ...quietOf(settings),
  }) as Values;

/** What was changed: another window's changes of what wasn't stay. */
function bodyOf(settings: readonly NoticeSetting[], values: Values, changed: ReadonlySet<keyof Values>) {
  const { isQuiet, from, to, timeZone } = values;
  const has = (...names: (keyof Values)[]) => names.some((name) => changed.has(name));
  const emailSettings = settings.flatMap(({ key }) => {
    const edited = BY_CHANNEL.map((channel) => [channel, boxOf(key, channel)] as const).filter(([, box]) => has(box));
    return edited.length === 0
      ? []
      : [{ key, ...Object.fromEntries(edited.map(([channel, box]) => [channel, values[box]])) }];
  });
  return {
    ...(emailSettings.length > 0 && { emailSettings }),
    ...(has('isQuiet', 'from', 'to') && { quietHours: isQuiet ? { from, to } : null }),
    ...(isQuiet && has('isQuiet', 'timeZone') && { timeZone }),
  };
}

const groupsOf = (settings: readonly NoticeSetting[]) =>
  [...Map.groupBy(settings, ({ group }) => group)].map(([name, kinds]) => ({
    name,
    rows: kinds.map(({ key, displayName, emailFixed }) => ({
      key,
      label: displayName,
      boxes: [
        { name: boxOf(key, 'inFeed'), label: `${displayName}: in Verdant` },
        { name: boxOf(key, 'byEmail'), label: `${displayName}: email`, fixed: emailFixed },
      ],
    })),
  }));

const labelsOf = (settings: readonly NoticeSetting[]) =>
  Object.fromEntries(
    groupsOf(settings).flatMap(({ rows }) =>
      rows.flatMap(({ boxes }) => boxes.map(({ name, label }) => [name, label])),
    ),
  );

function NotificationsForm({ settings }: { settings: NoticeSettings }) {
  const client = useQueryClient();
  const personOnly = usePersonOnly();
  const form = useCallForm<typeof calls.updateSettings, Values>(calls.updateSettings, {
    values: valuesOf(settings),
    body: (values, { changed }) => bodyOf(settings.emailSettings, values, changed),
    names: { 'quietHours.from': 'from', 'quietHours.to': 'to' },
    onSaved: (saved) => client.setQueryData(callKey(calls.settings, {}), saved),
    success: 'Notification settings updated successfully',
    failure: 'Failed to update notification settings',
  });
  return (
    <>
      {personOnly && <p className="v-hint">{personOnly}</p>}
      <FormSheet
        form={form}
        className={css.narrow}
        label="Notifications"
        save="Save"
        hasBar
        labels={{ ...labelsOf(settings.emailSettings), ...QUIET_LABELS }}
        shown={(_, value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))}
      >
        <CheckMatrix
          label="What you’re told, and how"
          columns={['Tell me about', CHANNELS.inFeed, CHANNELS.byEmail]}
          groups={groupsOf(settings.emailSettings)}
          disabled={personOnly !== null}
        />
        <h3>Quiet hours</h3>
        {personOnly ? <QuietText settings={settings} /> : <QuietHours />}
      </FormSheet>
    </>
  );
}

const QUIET_LABELS = { isQuiet: 'No email between', from: 'Start', to: 'End', timeZone: 'Time zone' } as const;
const isQuiet = (values: Quiet) => values.isQuiet;

function QuietHours() {
  const chosen: string = useWatch({ name: 'timeZone' });
  const zones = useMemo(() => zoneChoices(chosen), [chosen]);
  const fields: FieldSpec<Quiet>[] = [
    {
      name: 'isQuiet',
      label: QUIET_LABELS.isQuiet,
      control: 'checkbox',
      hint: 'Email that comes up in that time waits until it ends. Security, billing and invites are sent at once.',
    },
    { name: 'from', label: QUIET_LABELS.from, control: 'time', half: true, required: true, when: isQuiet },
    { name: 'to', label: QUIET_LABELS.to, control: 'time', half: true, required: true, when: isQuiet },
    {
      name: 'timeZone',
      label: QUIET_LABELS.timeZone,
      control: 'lookup',
      options: zones,
      required: true,
      when: isQuiet,
    },
  ];
  return <Fields fields={fields} />;
}

/** The quiet hours for who may not change them. */
function QuietText({ settings: { quietHours, timeZone } }: { settings: NoticeSettings }) {
  if (quietHours === null) return <p>Off.</p>;
  return (
    <p>
      No email between {clockText(quietHours.from)} and {clockText(quietHours.to)}, {zoneText(timeZone)}.
    </p>
  );
}

/** Companies that name the person in their own settings, linked where the person may open those here. */
function CompaniesThatTell({ companies }: Pick<NoticeSettings, 'companies'>) {
  const { can } = useCan();
  const { organization } = useSession();
  const isOpen = ({ orgId, companyId }: NoticeSettings['companies'][number]) =>
    orgId === organization?.id &&
    organization.companies.some((own) => own.companyId === companyId) &&
    can(companySettings.requires);
  return (
    <>
      <h3 className={css.part}>Companies whose own settings name you</h3>
      <p className="muted">
        Each company’s settings decide who is told about its new and cancelled orders. Above, you choose how you’re
        told.
      </p>
      <ul className={css.named}>
        {companies.map((company) => (
          <li key={company.companyId}>
            {isOpen(company) ? (
              <Link to={`/account/manage/companies/${company.companyId}/notification-settings`}>{company.name}</Link>
            ) : (
              company.name
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
