import { type ClipboardEvent, createContext, type DragEvent, useState } from 'react';
import type { Channel } from 'stream-chat';
import { reportError } from '../../providers/snackbar';

/** Takes files for the message being written in the open conversation. */
export const TakeFiles = createContext<(files: readonly File[]) => void>(() => {});

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Files that are dropped on a conversation or pasted into it, and taking them, where one may write. */
export function useFileDrop(live: Channel, mayWrite: boolean) {
  const [isOver, setOver] = useState(false);
  const take = (files: readonly File[]) => {
    // Most messages have none.
    import('./take-files').then(({ takeFilesFor }) => takeFilesFor(live, files)).catch(reportError);
  };
  const target = {
    // A page would leave for a file that nothing takes.
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = mayWrite ? 'copy' : 'none';
      setOver(mayWrite);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
    },
    onDropCapture: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      if (mayWrite) take([...event.dataTransfer.files]);
    },
    onPasteCapture: (event: ClipboardEvent) => {
      const { files, types } = event.clipboardData;
      // What is copied from a document is both, and meant as text.
      if (!mayWrite || files.length === 0 || types.includes('text/plain')) return;
      event.preventDefault();
      event.stopPropagation();
      take([...files]);
    },
  };
  return { isOver, take, target };
}
