import { useQueryClient } from '@tanstack/react-query';
import { type ApprovalSettings, approvalSettings as calls } from '../../../../domain/carts/approvals/contract';
import { carts } from '../../../../domain/carts/contract';
import { directory } from '../../../../domain/directory/contract';
import { formatUsd } from '../../../../domain/money';
import type { BuyerCompanyRecord } from '../../../../domain/organization/buyer-company';
import { typedOrNull } from '../../../../domain/typed';
import { Can } from '../../../access/useCan';
import { choicesOf, LEAST_SEARCHED } from '../../../kit/form/choices';
import { FormSheet } from '../../../kit/form/FormSheet';
import { QueryState } from '../../../kit/form/QueryState';
import { useCallForm } from '../../../kit/form/useRecordForm';
import { Panel } from '../../../kit/record/RecordPage';
import { resourceOf } from '../../../providers/refine/resource';
import { callKey, useCallQuery } from '../../../providers/refine/use-call';
import { Facts } from '../../../ui/Facts';

/** Brands by name, in the whole directory. */
const brandMatches = resourceOf({ name: 'brand-matches', list: directory.autocomplete });

const MANAGERS = 'Whoever manages the organization';

/** Which of a buyer company's orders need approval, and who approves them. */
export function BuyerApprovals({ company }: { company: BuyerCompanyRecord }) {
  const params = { companyId: company.id };
  const query = useCallQuery(calls.get, { params }, { topics: ['organization', 'access'] });
  return (
    <Panel title="Orders that need approval">
      <QueryState query={query}>
        {(settings) => (
          <>
            <p className="v-hint">
              These orders wait until someone approves them. People who approve place their own right away.
            </p>
            {settings.lacksApprovers && (
              <p className="v-hint" role="alert">
                Nobody you chose can approve anymore. Choose someone else.
              </p>
            )}
            <Can
              requires={calls.save.requires}
              otherwise={(whyNot) => (
                <>
                  <ApprovalFacts settings={settings} />
                  <p className="v-hint">{whyNot}</p>
                </>
              )}
            >
              <ApprovalForm companyId={company.id} settings={settings} refresh={query.refetch} />
            </Can>
          </>
        )}
      </QueryState>
    </Panel>
  );
}

function ApprovalFacts({ settings: { aboveUsd, brands, approverIds, people } }: { settings: ApprovalSettings }) {
  const named = people.filter(({ orgUserId }) => approverIds.includes(orgUserId));
  const facts = {
    'Orders above': aboveUsd === null ? 'Any amount is fine' : formatUsd(aboveUsd),
    'Orders with these brands': brands.map(({ name }) => name).join(', ') || 'None',
    'Approved by': named.map(({ displayName }) => displayName).join(', ') || MANAGERS,
  };
  return <Facts facts={facts} />;
}

type Values = { aboveUsd: string; brandIds: number[]; approverIds: number[] };
type ApprovalFormProps = { companyId: number; settings: ApprovalSettings; refresh: () => unknown };

function ApprovalForm({ companyId, settings, refresh }: ApprovalFormProps) {
  const client = useQueryClient();
  const { people } = settings;
  const form = useCallForm<typeof calls.save, Values>(calls.save, {
    params: { companyId },
    values: {
      aboveUsd: settings.aboveUsd ?? '',
      brandIds: settings.brands.map(({ id }) => id),
      approverIds: settings.approverIds,
    },
    ...(settings.version === null ? {} : { version: settings.version }),
    body: ({ aboveUsd, brandIds, approverIds }, { version }) => ({
      aboveUsd: typedOrNull('money', aboveUsd),
      brandIds,
      approverIds,
      version: version ?? null,
    }),
    refresh,
    success: 'Approvals saved.',
    failure: 'Couldn’t save the approvals.',
    onSaved: async () => {
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: callKey(carts.list) })]);
    },
  });
  return (
    <FormSheet
      form={form}
      label="Approvals"
      save="Save"
      fields={[
        {
          name: 'aboveUsd',
          label: 'Orders above',
          control: 'money',
          half: true,
          hint: 'The total of one seller’s cart. Leave blank if any amount is fine.',
        },
        {
          name: 'brandIds',
          label: 'Orders with these brands',
          control: 'multi',
          source: choicesOf(brandMatches, {
            search: 'searchString',
            least: LEAST_SEARCHED,
            filters: { directoryListingTypes: 'brand', searchOrgNames: 'false' },
            option: optionOf,
            chosen: settings.brands.map(optionOf),
          }),
          placeholder: 'None',
          half: true,
          hint: 'Whatever the amount.',
        },
        {
          name: 'approverIds',
          label: 'Approved by',
          control: 'multi',
          options: people.map(({ orgUserId, displayName, email }) => ({
            value: orgUserId,
            label: `${displayName} (${email})`,
          })),
          placeholder: MANAGERS,
          hint: 'Only people who can place orders. We email them each request.',
        },
      ]}
    />
  );
}

const optionOf = ({ id, name }: { id: number; name: string }) => ({ value: id, label: name });
