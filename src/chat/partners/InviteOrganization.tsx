import { useSearchParams } from 'react-router';
import { TOPIC_MAX } from '../../../domain/chat/channel';
import { CHANNEL_INVITE_DAYS } from '../../../domain/chat/invite';
import { channelInvites as calls } from '../../../domain/chat/network-contract';
import { readId } from '../../../domain/contract/endpoint';
import { directory } from '../../../domain/directory/contract';
import { choicesOf, LEAST_SEARCHED } from '../../kit/form/choices';
import { FormDrawer } from '../../kit/form/FormDrawer';
import { useCallForm } from '../../kit/form/useRecordForm';
import { resourceOf } from '../../providers/refine/resource';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';

/** Organizations by name, in the whole directory. */
const organizations = resourceOf({ name: 'channel-organizations', list: directory.autocomplete });

type Values = { invitedOrgId: number | null; invitedEmail: string; topic: string };

/** Invites another organization; `organization` and `name` of the address choose one beforehand. */
export function InviteOrganization({ onClose }: { onClose: () => void }) {
  const { scope } = useSession();
  const [address] = useSearchParams();
  const [chosen, name] = [readId(address.get('organization')), address.get('name')];
  const form = useCallForm<typeof calls.send, Values>(calls.send, {
    params: { orgId: scope?.orgId ?? 0 },
    values: { invitedOrgId: chosen, invitedEmail: '', topic: '' },
    body: ({ invitedOrgId, ...rest }) => ({ invitedOrgId: invitedOrgId as number, ...rest }),
    onSaved: ({ invitedOrgName }) => {
      showSnack({
        status: 'success',
        message: `We invited ${invitedOrgName}. They have ${CHANNEL_INVITE_DAYS} days to answer.`,
      });
      onClose();
    },
  });
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
