import { useQueryClient } from '@tanstack/react-query';
import { CHAT_EXPORT_DAYS, type ChatExport, type ChatExportStatus } from '../../../domain/chat/chat-export';
import { chatExports as calls } from '../../../domain/chat/export-contract';
import { defineFilters } from '../../../domain/filters';
import { counted } from '../../../domain/text';
import { usePersonOnly } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { ResourceGrid, useExport, useListAddress } from '../../kit/list';
import { nameColumn, textColumn } from '../../kit/list/columns';
import { resourceKey } from '../../providers/refine/live-refine';
import { useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { Pill, type PillTone } from '../../ui/Pill';
import { momentHere } from '../../ui/reader-dates';
import { chatExports } from './resource';

const filters = defineFilters({});

const STATUS: Record<ChatExportStatus, { label: string; tone: PillTone }> = {
  WAITING: { label: 'In progress', tone: 'neutral' },
  READY: { label: 'Ready', tone: 'positive' },
  FAILED: { label: 'Not made', tone: 'warning' },
};

const columns: readonly GridColumn<ChatExport>[] = [
  nameColumn('requested', 'Requested', { cell: ({ requested }) => momentHere(requested), width: 200, sortable: false }),
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Pill tone={STATUS[status].tone}>{STATUS[status].label}</Pill>,
    width: 140,
    card: 'lead',
  },
  textColumn(
    'contents',
    'Contents',
    ({ status, messages, channels }) =>
      status === 'READY' ? `${counted(messages, 'message')} of ${counted(channels, 'channel')}` : '',
    { width: 240, card: 'text' },
  ),
  textColumn('expires', 'Kept until', ({ expires }) => momentHere(expires), { width: 200, card: 'text' }),
];

/** Files of the organization's channels, to ask for and to download. */
export default function ChatExports() {
  const orgId = useSession().scope?.orgId ?? 0;
  const personOnly = usePersonOnly();
  const client = useQueryClient();
  const address = useListAddress(filters);
  const { run, isPending } = useCall(calls.request, { success: 'We’ll tell you when your file is ready.' });
  const download = useExport('chat-exports.download', calls.download);
  const request = async () => {
    const made = await run({ params: { orgId } });
    if (made.ok) await client.invalidateQueries({ queryKey: resourceKey(chatExports.name) });
  };
  return (
    <PageFrame
      title="Chat Exports"
      actions={
        <>
          <Button
            tone="primary"
            icon="download"
            busy={isPending}
            disabled={personOnly !== null}
            onClick={() => void request()}
          >
            Export chat
          </Button>
          {personOnly && <WhyNot reason={personOnly} />}
        </>
      }
    >
      <p className="muted">
        Messages of your organization’s public channels and the private ones you’re in, with your own people’s files.
        Direct messages belong to their people, who download them with their own data. A file is yours alone, and kept{' '}
        {counted(CHAT_EXPORT_DAYS, 'day')}.
      </p>
      <ResourceGrid<ChatExport>
        resource={chatExports}
        label="Chat exports"
        noun={['file', 'files']}
        columns={columns}
        nameOf={({ requested }) => `file of ${momentHere(requested)}`}
        address={address}
        empty={{ title: 'No exports yet', hint: 'Files you ask for appear here.' }}
        rowActions={({ id, status }) =>
          status === 'READY'
            ? [
                {
                  label: 'Download',
                  icon: 'download',
                  onSelect: () => void download({ params: { orgId, exportId: id } }, 'download the file'),
                },
              ]
            : []
        }
      />
    </PageFrame>
  );
}
