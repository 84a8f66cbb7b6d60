import { useEffect, useRef, useState } from 'react';
import type { LocalMessage } from 'stream-chat';
import { useChatContext } from 'stream-chat-react';
import { type ChatFile, filesOf, type ServiceAttachment } from '../../../domain/chat/attachment';

/** Addresses are good for at least half an hour. */
const OLD_MS = 20 * 60_000;

/**
 * A message's files, whose addresses end after a while: `renew` asks for new ones if these are old, `renewBroken` once
 * after one didn't work.
 */
export function useFreshFiles({ id, attachments }: LocalMessage) {
  const { client } = useChatContext();
  const [given, setGiven] = useState<{ for: unknown; attachments: readonly ServiceAttachment[] | undefined }>();
  const taken = useRef({ at: Date.now(), hasTried: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new ones came
  useEffect(() => {
    taken.current = { at: Date.now(), hasTried: false };
  }, [attachments]);
  const ask = (hasTried: boolean) => {
    taken.current = { at: Date.now(), hasTried };
    // Whoever can't get them now sees the old ones.
    client.getMessage(id).then(
      ({ message }) => setGiven({ for: attachments, attachments: message.attachments }),
      () => undefined,
    );
  };
  const renew = () => {
    if (Date.now() - taken.current.at >= OLD_MS) ask(false);
  };
  const renewBroken = () => {
    if (!taken.current.hasTried) ask(true);
  };
  const files: ChatFile[] = filesOf(given && given.for === attachments ? given.attachments : attachments);
  return { files, renew, renewBroken };
}
