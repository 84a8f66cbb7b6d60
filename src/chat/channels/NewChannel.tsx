import { CHANNEL_NAME_MAX, type ChannelMember, type ChatChannel, TOPIC_MAX } from '../../../domain/chat/channel';
import { chat } from '../../../domain/chat/contract';
import { FormDialog } from '../../kit/form/FormDrawer';
import { useCallForm } from '../../kit/form/useRecordForm';
import { useSession } from '../../providers/session';
import { FieldError } from '../../ui/Field';
import { PeopleChoice } from '../PeopleChoice';
import { useListedChannel } from './useListedChannel';

type Values = { name: string; topic: string; isPrivate: boolean; userIds: string[] };
type Props = { colleagues: readonly ChannelMember[]; onMade: (channel: ChatChannel) => void; onClose: () => void };

/** Creates a channel; a taken name shows as a field error. */
export function NewChannel({ colleagues, onMade, onClose }: Props) {
  const { scope, user } = useSession();
  const list = useListedChannel();
  const form = useCallForm<typeof chat.create, Values>(chat.create, {
    params: { orgId: scope?.orgId ?? 0 },
    draft: 'chat/new-channel',
    values: { name: '', topic: '', isPrivate: false, userIds: [] },
    body: (values) => ({ channelType: 'TEAM', ...values }),
    onSaved: (channel) => {
      list(channel.cid, channel);
      onMade(channel);
    },
  });
  const { errors } = form.rhf.formState;
  return (
    <FormDialog
      form={form}
      title="New channel"
      save="Create channel"
      onClose={onClose}
      width={480}
      fields={[
        {
          name: 'name',
          label: 'Name',
          required: true,
          maxLength: CHANNEL_NAME_MAX,
          hint: 'Must be unique in your organization.',
        },
        { name: 'topic', label: 'Topic', maxLength: TOPIC_MAX, hint: 'What it’s for, in one line.' },
        {
          name: 'isPrivate',
          label: 'Private: only members see it, and only owners add people',
          control: 'checkbox',
        },
      ]}
    >
      <PeopleChoice
        label="People to add"
        people={colleagues.filter(({ userId }) => userId !== user.id)}
        chosen={form.rhf.watch('userIds')}
        onChange={(userIds) => form.rhf.setValue('userIds', [...userIds], { shouldDirty: true })}
      />
      {errors.userIds?.message && <FieldError>{errors.userIds.message}</FieldError>}
    </FormDialog>
  );
}
