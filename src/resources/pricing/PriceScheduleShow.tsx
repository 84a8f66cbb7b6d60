import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { withoutPlan } from '../../../domain/access/ability';
import { formatNumber } from '../../../domain/money';
import { priceSchedules as calls, type PriceSchedule, type PriceScheduleRow } from '../../../domain/pricing/contract';
import { pricesKeptThere } from '../../../domain/pricing/own-prices';
import { PlanNote } from '../../access/PlanNote';
import { useCan } from '../../access/useCan';
import { FormNotes } from '../../kit/form/FormNotes';
import { Fields } from '../../kit/form/fields';
import { QueryState } from '../../kit/form/QueryState';
import { PRICING } from '../../kit/links/PriceScheduleLink';
import { Panel, PanelSkeleton, RecordColumns, type RecordHead, RecordSkeleton } from '../../kit/record/RecordPage';
import { CallError } from '../../providers/call/call-errors';
import { useKnownRow } from '../../providers/refine/known-row';
import { aheadOf } from '../../providers/refine/look-ahead';
import { useResourceOne } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import { ErrorScreen } from '../../shell/errors/ErrorScreen';
import { useTitle } from '../../shell/useTitle';
import { Button } from '../../ui/Button';
import { lazyDialog } from '../../ui/lazy';
import { PageFrame } from '../../ui/PageFrame';
import { EnabledPill } from './EnabledPill';
import { LineRules } from './editor/LineRules';
import { ProductRules } from './editor/ProductRules';
import { ScheduleCustomers } from './editor/ScheduleCustomers';
import { type ScheduleValues, useScheduleForm } from './editor/useScheduleForm';
import styles from './pricing.module.css';
import { priceSchedules } from './resource';

export const ahead = aheadOf(priceSchedules);

/** One price schedule: its rules, and who has it. */
export default function PriceScheduleShow() {
  const { slug = '' } = useParams();
  const isId = /^[1-9]\d{0,14}$/.test(slug);
  const { result: data, query } = useResourceOne(priceSchedules, isId ? Number(slug) : undefined);
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (!isId || isGone) {
    return <ErrorScreen status={404} message="This price schedule doesn’t exist, or you can’t see its company." />;
  }
  return (
    <QueryState
      query={{ data, error: query.error, refetch: query.refetch }}
      skeleton={<ScheduleSkeleton id={Number(slug)} />}
    >
      {(schedule) => <ScheduleEditor key={schedule.id} schedule={schedule} refresh={query.refetch} />}
    </QueryState>
  );
}

const headOf = ({ name, enabled }: Pick<PriceScheduleRow, 'name' | 'enabled'>): RecordHead => ({
  title: name,
  breadcrumbs: [{ label: 'Pricing', to: PRICING }],
  aside: <EnabledPill enabled={enabled} />,
});

/** A price schedule's page while it loads, with what its row in the list says. */
function ScheduleSkeleton({ id }: { id: number }) {
  const schedule = useKnownRow([priceSchedules], (row) => row.id === id);
  const label = 'Loading the price schedule';
  if (!schedule) return <RecordSkeleton label={label} />;
  return (
    <RecordSkeleton
      label={label}
      head={headOf(schedule)}
      acts={[{ label: 'Delete', hasIcon: true }]}
      side={
        <>
          <PanelSkeleton title="Details" height="145px" />
          <PanelSkeleton
            title={`Customers (${formatNumber(schedule.customerCount)})`}
            acts={[{ label: 'Choose from list' }]}
            height="64px"
          />
        </>
      }
    >
      <PanelSkeleton title="Product prices" acts={[{ label: 'Paste from a spreadsheet' }]} height="239px" />
      <PanelSkeleton title="Product line prices" height="120px" />
    </RecordSkeleton>
  );
}

const PreviewDialog = lazyDialog(async () => (await import('./PreviewDialog')).PreviewDialog);
const DeleteSchedule = lazyDialog(async () => (await import('./ScheduleDialogs')).DeleteSchedule);

const LABELS = {
  name: 'Name',
  enabled: 'Status',
  productRules: 'Product prices',
  productLineRules: 'Product line prices',
  customers: 'Customers',
};
const HIDDEN = 'It also sets prices of brands you don’t see.';

type Open = 'review' | 'delete' | null;

/** A price schedule's page: everything is changed in place, reviewed with its effect on prices, and saved as one. */
function ScheduleEditor({ schedule, refresh }: { schedule: PriceSchedule; refresh: () => unknown }) {
  const { id, name, hiddenRules, seesCustomers } = schedule;
  useTitle(name);
  const navigate = useNavigate();
  const { form, changes } = useScheduleForm(schedule, refresh);
  const [open, setOpen] = useState<Open>(null);
  const { organization } = useSession();
  const company = organization?.companies.find(({ companyId }) => companyId === schedule.companyId);
  const whyNotChange = useCan().whyNot(withoutPlan(calls.update.requires));
  const whyNot = whyNotChange ?? (company?.isMarketplaceLinked ? pricesKeptThere(company.name) : null);
  const whyNotAll = whyNot ?? (hiddenRules > 0 ? HIDDEN : seesCustomers ? null : 'You don’t see its customers.');
  const save = () => {
    const { name: _, ...ofPrices } = changes();
    if (form.clashes.length > 0) return;
    if (Object.keys(ofPrices).length > 0) setOpen('review');
    else void form.submit();
  };
  const isNoted = form.isDirty || form.problem !== null || form.clashes.length > 0;
  return (
    <PageFrame
      {...headOf(schedule)}
      actions={
        <Button icon="trash" disabled={whyNotAll !== null} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      }
    >
      <FormProvider {...form.rhf}>
        <div className={styles.form}>
          <RecordColumns
            side={
              <>
                <PlanNote requires={calls.update.requires} />
                <Panel title="Details">
                  {/* Only these: the other parts have dialogs with forms of their own. */}
                  <form
                    ref={form.formProps.ref}
                    noValidate
                    aria-label="Details"
                    onSubmit={(event) => {
                      event.preventDefault();
                      save();
                    }}
                  >
                    <Fields<Pick<ScheduleValues, 'name' | 'enabled'>>
                      fields={[
                        {
                          name: 'name',
                          label: 'Name',
                          required: true,
                          maxLength: 120,
                          fixed: whyNot,
                          hint: 'Buyers don’t see it.',
                        },
                        {
                          name: 'enabled',
                          label: 'Turned on',
                          control: 'checkbox',
                          hint: 'While off, its customers pay what they would without it.',
                          when: () => whyNotAll === null,
                        },
                      ]}
                    />
                  </form>
                  {whyNot === null && whyNotAll && <p className="v-hint">{whyNotAll}</p>}
                </Panel>
                <ScheduleCustomers schedule={schedule} whyNot={whyNotAll} />
              </>
            }
          >
            <ProductRules schedule={schedule} whyNot={whyNot} />
            <LineRules schedule={schedule} whyNot={whyNot} />
          </RecordColumns>
          {isNoted && (
            <section className={styles.bar} aria-label="Unsaved changes">
              <div className={styles.notes}>
                <FormNotes form={form} labels={LABELS} shown={shownTheirs} />
                {form.isDirty && <span>Unsaved changes</span>}
              </div>
              {form.isDirty && (
                <>
                  <Button onClick={form.discard}>Discard</Button>
                  <Button tone="primary" busy={form.isSaving} disabled={form.clashes.length > 0} onClick={save}>
                    Review and save
                  </Button>
                </>
              )}
            </section>
          )}
        </div>
      </FormProvider>
      {open === 'review' && (
        <PreviewDialog.Part
          id={id}
          change={previewOf(changes())}
          title={`Save “${name}”?`}
          act="Save"
          run={async () => ({ ok: true, value: undefined })}
          onDone={() => void form.submit()}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'delete' && (
        <DeleteSchedule.Part
          schedule={schedule}
          onDone={() => {
            form.discard();
            void navigate(PRICING, { replace: true });
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </PageFrame>
  );
}

/** What someone else changed a field to, in a word. */
function shownTheirs(name: string, value: unknown): string {
  if (name === 'enabled') return value ? 'On' : 'Off';
  return Array.isArray(value) ? formatNumber(value.length) : String(value);
}

const previewOf = ({ name: _, ...change }: ReturnType<ReturnType<typeof useScheduleForm>['changes']>) => change;
