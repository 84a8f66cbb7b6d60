import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import { useEffect, useRef, useState } from 'react';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import css from './CameraScan.module.css';

// Our own copy: by itself the library asks a server of others for it.
prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path) },
});

const FORMATS = ['code_128', 'code_39', 'qr_code', 'data_matrix'] as const;
const LOOKS_EVERY_MS = 150;

/** Reads barcodes with the camera, again and again while one is held before it, until it is closed. */
export function CameraScan({ onScan, onClose }: { onScan: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [last, setLast] = useState('');
  const tell = useRef(onScan);
  tell.current = onScan;

  useEffect(() => {
    const over = new AbortController();
    look(video, over.signal, (text) => {
      setLast(text);
      tell.current(text);
    }).catch((error: unknown) => over.signal.aborted || setProblem(wordsOf(error)));
    return () => over.abort();
  }, []);

  return (
    <Dialog
      title="Scan with the camera"
      onClose={onClose}
      actions={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {problem ? (
        <p role="alert">{problem}</p>
      ) : (
        <video ref={video} className={css.video} playsInline muted aria-label="What the camera sees" />
      )}
      <p className="v-hint" role="status">
        {last ? `Scanned ${last}` : !problem && 'Hold a tag’s barcode before the camera.'}
      </p>
    </Dialog>
  );
}

async function look(
  video: { readonly current: HTMLVideoElement | null },
  over: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  const detector = new BarcodeDetector({ formats: [...FORMATS] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  over.addEventListener('abort', stop);
  if (over.aborted) return stop();
  const screen = video.current;
  if (screen === null) return stop();
  screen.srcObject = stream;
  await screen.play();
  while (!over.aborted) {
    const [found] = await detector.detect(screen);
    if (found && !over.aborted) onText(found.rawValue);
    await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY_MS));
  }
}

function wordsOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return 'This page may not use the camera. Allow it in the browser’s settings, then try again.';
  if (name === 'NotFoundError') return 'This device has no camera.';
  return 'The camera can’t be used now. Another program may have it.';
}
