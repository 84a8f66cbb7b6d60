import { useRef } from 'react';
import type { LocalAttachment, LocalUploadAttachment } from 'stream-chat';
import { useMessageComposerController, useStateStore } from 'stream-chat-react';
import { filesOf, kindText, sizeText } from '../../../domain/chat/attachment';
import { IconButton } from '../../ui/Button';
import css from './FilesToSend.module.css';
import { uploadFile } from './take-files';

const attachmentsOf = ({ attachments }: { attachments: LocalAttachment[] }) => ({ attachments });

/** The files of the message being written, on their way or uploaded. */
export default function FilesToSend() {
  const composer = useMessageComposerController();
  const { attachmentManager } = composer;
  const { attachments } = useStateStore(attachmentManager.state, attachmentsOf);
  const list = useRef<HTMLUListElement>(null);
  const remove = (id: string) => {
    attachmentManager.removeAttachments([id]);
    // What was focused is gone: back to the words.
    list.current?.closest('form, .str-chat__message-composer')?.querySelector('textarea')?.focus();
  };
  return (
    <ul ref={list} className={css.files} aria-label="Files to send">
      {attachments.map((attachment) => (
        <FileToSend
          key={attachment.localMetadata.id}
          attachment={attachment as LocalUploadAttachment}
          onRetry={() => void uploadFile(composer.channel, attachment as LocalUploadAttachment)}
          onRemove={() => remove(attachment.localMetadata.id)}
        />
      ))}
    </ul>
  );
}

type Props = { attachment: LocalUploadAttachment; onRetry: () => void; onRemove: () => void };

function FileToSend({ attachment, onRetry, onRemove }: Props) {
  const { previewUri, uploadProgress, uploadState } = attachment.localMetadata;
  const name = attachment.title || attachment.fallback || 'File';
  const [sent] = filesOf([attachment]);
  const picture = attachment.type === 'image' ? (previewUri ?? sent?.thumbUrl) : null;
  const isFailed = uploadState === 'failed';
  return (
    <li className={css.file} data-failed={isFailed}>
      {picture ? (
        <img className={css.picture} src={picture} alt="" width={40} height={40} />
      ) : (
        <span className={css.kind} aria-hidden="true">
          {kindText({ fileName: name }).slice(0, 4)}
        </span>
      )}
      <span className={css.words}>
        <span className={css.name} title={name}>
          {name}
        </span>
        {isFailed ? (
          <span className={css.failed} role="alert">
            Not uploaded.{' '}
            <button type="button" className="v-link" onClick={onRetry} aria-label={`Upload ${name} again`}>
              Try again
            </button>
          </span>
        ) : uploadState === 'finished' ? (
          <span className={css.size}>{sizeText(Number(attachment.file_size ?? 0))}</span>
        ) : (
          <progress className={css.progress} aria-label={`Uploading ${name}`} max={100} value={uploadProgress ?? 0} />
        )}
      </span>
      <IconButton icon="close" label={`Remove ${name}`} className="v-small" onClick={onRemove} />
    </li>
  );
}
