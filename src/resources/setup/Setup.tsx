import { Link } from 'react-router';
import { organization as calls } from '../../../domain/organization/contract';
import { type SetupStep, setupSteps } from '../../../domain/organization/setup';
import { useCan } from '../../access/useCan';
import { FormSheet } from '../../kit/form/FormSheet';
import { QueryState } from '../../kit/form/QueryState';
import { useCallForm } from '../../kit/form/useRecordForm';
import { Panel } from '../../kit/record/RecordPage';
import { useSession } from '../../providers/session';
import { useResourceList } from '../../providers/use-resource';
import { useMayOpen } from '../../shell/useAppNavigation';
import { PageFrame } from '../../ui/PageFrame';
import { Pill } from '../../ui/Pill';
import { companies } from '../companies/resource';
import { team } from '../team/resource';
import css from './setup.module.css';

const LOOKS = {
  done: { tone: 'positive', text: 'Done' },
  missing: { tone: 'warning', text: 'Missing' },
  optional: { tone: 'neutral', text: 'Optional' },
} as const;

/** What the organization has and still needs to trade, each with the way there. */
export default function Setup() {
  const { organization } = useSession();
  const { can } = useCan();
  const seesTeam = can(team.requires);
  const { query, result } = useResourceList(companies);
  const people = useResourceList(team, { enabled: seesTeam }).query.data?.data.length ?? null;
  const steps =
    query.data && organization ? setupSteps({ ...organization, companies: result.data, people }) : undefined;
  return (
    <PageFrame title="Setup">
      <div className={css.narrow}>
        <OrganizationName />
        <Panel title="What you need to trade">
          <QueryState query={{ data: steps, error: query.error, refetch: query.refetch }}>
            {(all) => (
              <ul className={css.steps} aria-label="Setup">
                {all.map((step) => (
                  <Step key={step.id} step={step} />
                ))}
              </ul>
            )}
          </QueryState>
        </Panel>
      </div>
    </PageFrame>
  );
}

function Step({ step: { title, state, text, path } }: { step: SetupStep }) {
  const mayOpen = useMayOpen(path);
  return (
    <li>
      <Pill tone={LOOKS[state].tone}>{LOOKS[state].text}</Pill>
      <span className={css.what}>
        <b>{title}</b>
        <span className="v-hint">{text}</span>
      </span>
      {mayOpen && (
        <Link className="v-button" to={path} aria-label={`${state === 'done' ? 'Open' : 'Set up'} ${title}`}>
          {state === 'done' ? 'Open' : 'Set up'}
        </Link>
      )}
    </li>
  );
}

function OrganizationName() {
  const { organization } = useSession();
  const whyNot = useCan().whyNot(calls.update.requires);
  const form = useCallForm<typeof calls.update, { name: string }>(calls.update, {
    params: { id: organization?.id ?? 0 },
    values: { name: organization?.name ?? '' },
    success: 'Name saved.',
  });
  return (
    <Panel title="Organization">
      {whyNot === null ? (
        <FormSheet
          form={form}
          label="Organization"
          save="Save name"
          fields={[{ name: 'name', label: 'Name', required: true, maxLength: 120 }]}
        />
      ) : (
        <p>
          {organization?.name} <span className="v-hint">{whyNot}</span>
        </p>
      )}
    </Panel>
  );
}
