import { z } from 'zod';
import { SecretKey, type WholesaleSync } from '../../../../../domain/integrations/integrations';
import { wholesaleMatches as calls } from '../../../../../domain/wholesale/match-contract';
import { FormDialog } from '../../../../kit/form/FormDrawer';
import { useActionForm } from '../../../../kit/form/useRecordForm';
import { useCall } from '../../../../providers/refine/use-call';
import { useSession } from '../../../../providers/session';
import { CopyableId } from '../../../../ui/CopyableId';

type Props = { sync: WholesaleSync; onClose: () => void };
type Values = { companyId: number | null; hookKey: string };

const schema = z.object({ companyId: z.number().nullable(), hookKey: z.union([z.literal(''), SecretKey]) });

/** Whose orders a connection has, and how it tells of changes at once. */
export function SettingsDialog({ sync, onClose }: Props) {
  const { organization } = useSession();
  const { run } = useCall(calls.settings, { showsErrors: true });
  const selling = (organization?.companies ?? []).filter(({ state }) => state.ansiAbbrevation === sync.stateAbbv);
  const form = useActionForm<Values, WholesaleSync>(
    ({ companyId, hookKey }) =>
      run({
        params: { orgId: sync.orgId, id: sync.id },
        body: { companyId: companyId === null ? null : Number(companyId), ...(hookKey && { hookKey }) },
      }),
    {
      values: {
        companyId: sync.companyId ?? (selling.length === 1 ? (selling[0]?.companyId ?? null) : null),
        hookKey: '',
      },
      schema,
      secrets: ['hookKey'],
      clears: true,
      success: 'The settings are saved.',
      onSaved: onClose,
    },
  );
  const address = sync.hookPath && new URL(sync.hookPath, window.location.origin).href;
  return (
    <FormDialog
      form={form}
      title="Settings"
      intro={
        address && (
          <p>
            To have changes here within moments, enter this address there as a webhook for orders and products:{' '}
            <CopyableId value={address} label="Copy the address" />
          </p>
        )
      }
      fields={[
        {
          name: 'companyId',
          label: 'Company',
          control: 'select',
          options: selling.map(({ companyId, name }) => ({ value: companyId, label: name })),
          placeholder: 'Choose a company',
          hint: 'Its orders, products and customers come from there.',
        },
        {
          name: 'hookKey',
          label: 'Signing key',
          control: 'secret',
          hint: sync.isHookSigned
            ? 'One is saved. Enter another one to replace it.'
            : 'The key they sign webhooks with.',
        },
      ]}
      save="Save"
      asksFirst={false}
      onClose={onClose}
    />
  );
}
