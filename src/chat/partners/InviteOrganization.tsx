import { useSearchParams } from 'react-router';
import { TOPIC_MAX } from '../../../domain/chat/channel';
import { CHANNEL_INVITE_DAYS, type ChannelInvite, NewChannelInvite } from '../../../domain/chat/invite';
import { channelInvites as calls } from '../../../domain/chat/network-contract';
import { idOf, readId } from '../../../domain/contract/endpoint';
import { directory } from '../../../domain/directory/contract';
import { choicesOf, LEAST_SEARCHED } from '../../kit/form/choices';
import { FormDrawer } from '../../kit/form/FormDrawer';
import { useActionForm } from '../../kit/form/useRecordForm';
import { resourceOf } from '../../providers/refine/resource';
import { useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';

/** Organizations by name, in the whole directory. */
const organizations = resourceOf({ name: 'channel-organizations', list: directory.autocomplete });

/** The platform’s words for a missing organization are those of its documents. */
const schema = NewChannelInvite.extend({ invitedOrgId: idOf('Choose an organization') });

type Values = { invitedOrgId: number | null; invitedEmail: string; topic: string };

/** Invites another organization; `organization` and `name` of the address choose one beforehand. */
export function InviteOrganization({ onClose }: { onClose: () => void }) {
  const { scope } = useSession();
  const [address] = useSearchParams();
  const [chosen, name] = [readId(address.get('organization')), address.get('name')];
  const { run } = useCall(calls.send, { showsErrors: true });
  const form = useActionForm<Values, ChannelInvite>(
    ({ invitedOrgId, ...rest }) =>
      run({ params: { orgId: scope?.orgId ?? 0 }, body: { invitedOrgId: invitedOrgId ?? 0, ...rest } }),
    {
      values: { invitedOrgId: chosen, invitedEmail: '', topic: '' },
      schema,
      onSaved: ({ invitedOrgName }) => {
        showSnack({
          status: 'success',
          message: `We invited ${invitedOrgName}. They have ${CHANNEL_INVITE_DAYS} days to answer.`,
        });
        onClose();
      },
    },
  );
  return (
    <FormDrawer
      form={form}
      title="Invite an organization"
      intro={
        <p>
          Once they accept, both organizations write in one channel. Each manages its own people, and either can pause
          it.
        </p>
      }
      save="Send invite"
      onClose={onClose}
      fields={[
        {
          name: 'invitedOrgId',
          label: 'Organization',
          control: 'lookup',
          required: true,
          placeholder: 'Type a name',
          source: choicesOf(organizations, {
            search: 'searchString',
            least: LEAST_SEARCHED,
            filters: { directoryListingTypes: ['org'] },
            option: ({ org, name }) => ({ value: org.id, label: name }),
            ...(chosen !== null && name ? { chosen: [{ value: chosen, label: name }] } : {}),
          }),
        },
        {
          name: 'topic',
          label: 'Topic',
          maxLength: TOPIC_MAX,
          hint: 'What the channel is about, in one line. Leave blank for everything.',
        },
        {
          name: 'invitedEmail',
          label: 'Also email',
          control: 'email',
          hint: 'Someone there who should see it. Whoever manages their channel invites is told in any case.',
        },
      ]}
    />
  );
}
