import { z } from 'zod';
import { type OrgChannel, TOPIC_MAX, Topic } from '../../../domain/chat/channel';
import { FormDialog } from '../../kit/form/FormDrawer';
import { useActionForm } from '../../kit/form/useRecordForm';
import { usePartnerChannel } from './usePartnerChannel';

const schema = z.object({ topic: Topic });

/** Changes what a channel with another organization is about, for both; one they have shows as a field error. */
export function ChannelTopic({ channel, onClose }: { channel: OrgChannel; onClose: () => void }) {
  const { edit } = usePartnerChannel(channel, { showsErrors: true });
  const form = useActionForm(({ topic }) => edit({ channelTopic: topic }), {
    values: { topic: channel.topic },
    schema,
    names: { channelTopic: 'topic' },
    onSaved: onClose,
    unchanged: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Change topic"
      save="Save topic"
      asksFirst={false}
      onClose={onClose}
      fields={[
        {
          name: 'topic',
          label: 'Topic',
          maxLength: TOPIC_MAX,
          hint: `People of ${channel.name} see it too.`,
        },
      ]}
    />
  );
}
