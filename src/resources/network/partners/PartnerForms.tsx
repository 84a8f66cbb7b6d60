import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { EnteredDay } from '../../../../domain/contract/endpoint';
import { partners as calls, type Partner } from '../../../../domain/network/partners-contract';
import { zoneText } from '../../../../domain/time-zones';
import { PlanNote } from '../../../access/PlanNote';
import { attempt } from '../../../kit/form/attempt';
import { choicesOf, LEAST_SEARCHED } from '../../../kit/form/choices';
import { FormDialog, FormDrawer } from '../../../kit/form/FormDrawer';
import type { FieldSpec } from '../../../kit/form/fields';
import { useActionForm } from '../../../kit/form/useRecordForm';
import { useSession } from '../../../providers/session';
import { countedZone, dayHere, endOfDayHere } from '../../../ui/reader-dates';
import { SharePreview } from '../packages/SharePreview';
import { directoryMatches } from './resource';
import type { PartnerActs } from './usePartnerActs';

type Terms = { canViewPackages: boolean; endsOn: string | null };

const termsFields = (): readonly FieldSpec<Terms>[] => [
  {
    name: 'canViewPackages',
    label: 'They see your packages of the brand',
    control: 'checkbox',
    hint: 'Tag, item, quantity, status and lab results. Never notes, prices, reservations or orders.',
  },
  {
    name: 'endsOn',
    label: 'Ends',
    control: 'date',
    hint: `At the end of this day in ${zoneText(countedZone())}. Leave blank for no end.`,
  },
];

const TermsSchema = z.object({ canViewPackages: z.boolean(), endsOn: EnteredDay.nullable() });
const sentOf = ({ canViewPackages, endsOn }: Terms) => ({
  canViewPackages,
  endsAt: endsOn ? endOfDayHere(endsOn) : null,
});

/** How a field is called where the call names an instant. */
const NAMES = { endsAt: 'endsOn' } as const;

type Added = Terms & { brandId: number | null; orgId: number | null };
type FormProps = { acts: PartnerActs; onClose: () => void };

/** Makes another organization a partner for one of the reader's brands. */
export function AddPartner({ acts, brandId, onClose }: FormProps & { brandId: number | null }) {
  const own = useSession().organization?.brands ?? [];
  const form = useActionForm<Added, void>(
    ({ orgId, brandId, ...terms }) =>
      attempt(() => acts.grant({ orgId: orgId ?? 0, brandId: brandId ?? 0, ...sentOf(terms) }, 'add a partner')),
    {
      values: { brandId, orgId: null, canViewPackages: false, endsOn: null },
      schema: TermsSchema.extend(calls.grant.body.pick({ orgId: true, brandId: true }).shape),
      names: NAMES,
      onSaved: onClose,
    },
  );
  return (
    <FormDrawer
      form={form}
      title="Add a partner"
      intro={
        <>
          <PlanNote requires={calls.grant.requires} />
          <p>They can assign their items to your brand at once. You can end it at any time.</p>
        </>
      }
      save="Add partner"
      onClose={onClose}
      fields={[
        {
          name: 'brandId',
          label: 'Brand',
          control: 'select',
          required: true,
          placeholder: 'Choose one',
          options: own.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: 'orgId',
          label: 'Organization',
          control: 'lookup',
          required: true,
          placeholder: 'Type a name',
          source: choicesOf(directoryMatches, {
            search: 'searchString',
            least: LEAST_SEARCHED,
            filters: { directoryListingTypes: ['org'] },
            option: ({ org, name }) => ({ value: org.id, label: name }),
          }),
        },
        ...(termsFields() as unknown as FieldSpec<Added>[]),
      ]}
    >
      <Preview />
    </FormDrawer>
  );
}

/** Asks the owner of another organization's brand. */
export function AskForBrand({ acts, onClose }: FormProps) {
  const ownId = useSession().scope?.orgId;
  const form = useActionForm<{ brandId: number | null; message: string }, void>(
    ({ brandId, message }) =>
      attempt(() => acts.request({ brandId: brandId ?? 0, message }, 'ask to work with a brand')),
    { values: { brandId: null, message: '' }, schema: calls.request.body, onSaved: onClose },
  );
  return (
    <FormDrawer
      form={form}
      title="Ask to work with a brand"
      intro={
        <>
          <PlanNote requires={calls.request.requires} />
          <p>Its owner has 14 days to answer. Once they accept, you can assign your items to the brand.</p>
        </>
      }
      save="Send request"
      onClose={onClose}
      fields={[
        {
          name: 'brandId',
          label: 'Brand',
          control: 'lookup',
          required: true,
          placeholder: 'Type a name',
          source: choicesOf(directoryMatches, {
            search: 'searchString',
            least: LEAST_SEARCHED,
            filters: { directoryListingTypes: ['brand'] },
            option: ({ id, name, org }) => ({
              value: id,
              label: org.id === ownId ? `${name} (yours)` : `${name} (${org.name})`,
              disabled: org.id === ownId,
            }),
          }),
        },
        {
          name: 'message',
          label: 'Message',
          control: 'textarea',
          maxLength: 1000,
          hint: 'Optional. They read it with your request.',
        },
      ]}
    />
  );
}

type TermsProps = FormProps & { partner: Partner };

/** Accepts a request, or changes what a partner sees and until when. */
export function PartnerTerms({ acts, partner, onClose }: TermsProps) {
  const { status, brand, canViewPackages, endsAt } = partner;
  const isRequest = status === 'REQUESTED';
  const name = partner.partner.name;
  const form = useActionForm<Terms, void>(
    (terms) => {
      const asked = { partner, body: sentOf(terms) };
      return attempt(() => (isRequest ? acts.accept(asked, `accept ${name}`) : acts.change(asked, `change ${name}`)));
    },
    {
      values: { canViewPackages, endsOn: endsAt && dayHere(endsAt) },
      schema: TermsSchema,
      names: NAMES,
      onSaved: onClose,
    },
  );
  return (
    <FormDialog
      form={form}
      title={isRequest ? `Accept ${name}?` : `Partner ${name}`}
      intro={
        <>
          <PlanNote requires={calls.accept.requires} />
          <p>
            {isRequest
              ? `They can assign their items to ${brand.name}. You can end it at any time.`
              : `They work with ${brand.name}.`}
          </p>
        </>
      }
      save={isRequest ? 'Accept request' : 'Save'}
      asksFirst={false}
      onClose={onClose}
      width={720}
      fields={termsFields()}
    >
      <Preview brandId={brand.id} orgId={partner.partner.id} />
    </FormDialog>
  );
}

/** What the partner will see, once both are chosen and it is to see packages. */
function Preview(known: { brandId?: number; orgId?: number }) {
  const chosen: Partial<Added> = { ...useWatch<Partial<Added>>(), ...known };
  const { brandId, orgId, canViewPackages } = chosen;
  if (!canViewPackages || !brandId || !orgId) return null;
  return <SharePreview kind="partner" brandId={brandId} orgId={orgId} />;
}
