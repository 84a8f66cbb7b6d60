import { z } from 'zod';
import { CHANNEL_NAME_MAX, ChannelName, type ChatChannel } from '../../../domain/chat/channel';
import { FormDialog } from '../../kit/form/FormDrawer';
import { useActionForm } from '../../kit/form/useRecordForm';
import { useChannelEdit } from './useChannelEdit';

const schema = z.object({ name: ChannelName });

/** Renames a channel; a taken name shows as a field error. */
export function RenameChannel({ channel, onClose }: { channel: ChatChannel; onClose: () => void }) {
  const { edit } = useChannelEdit(channel, { showsErrors: true });
  const form = useActionForm(({ name }) => edit({ channelName: name }), {
    values: { name: channel.name },
    schema,
    names: { channelName: 'name' },
    onSaved: onClose,
    unchanged: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Rename ${channel.name}`}
      save="Rename"
      asksFirst={false}
      onClose={onClose}
      fields={[{ name: 'name', label: 'Name', required: true, maxLength: CHANNEL_NAME_MAX }]}
    />
  );
}
