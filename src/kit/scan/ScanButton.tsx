import { useEffect, useId, useRef, useState } from 'react';
import { isInMobileApp } from '../../providers/wrapper/client-type';
import { onScan as onAppScan, setWrapperState } from '../../providers/wrapper/state';
import { IconButton } from '../../ui/Button';
import { lazyDialog } from '../../ui/lazy';

const CameraScan = lazyDialog(async () => (await import('../../ui/devices/CameraScan')).CameraScan);

/** The same code held before a camera isn't another scan. */
const SAME_FOR_MS = 3_000;

type ScanProps = {
  onScan: (text: string) => void;
  /** The browser’s camera closes with a scan, as something else comes before the next. */
  once?: boolean;
};

/**
 * Scans with a camera, one code after the other: the mobile app’s around the page, else the browser’s. What was scanned goes
 * where a keyboard scanner’s Enter would take it.
 */
export function ScanButton({ onScan, once = false }: ScanProps) {
  const scope = useId();
  const [usesCamera, setUsesCamera] = useState(false);
  const take = useRef(onScan);
  take.current = onScan;
  const last = useRef({ text: '', at: 0 });
  const scanned = (text: string) => {
    const isHeld = last.current.text === text && Date.now() - last.current.at < SAME_FOR_MS;
    last.current = { text, at: Date.now() };
    if (isHeld) return;
    if (once) setUsesCamera(false);
    take.current(text);
  };
  const hear = useRef(scanned);
  hear.current = scanned;
  useEffect(() => onAppScan(scope, (text) => hear.current(text)), [scope]);
  const begin = async () => setUsesCamera(!(isInMobileApp() && (await askApp(scope))));
  return (
    <>
      <IconButton
        icon="camera"
        label="Scan with the camera"
        onPointerEnter={CameraScan.prefetch}
        onFocus={CameraScan.prefetch}
        onClick={() => void begin()}
      />
      {usesCamera && <CameraScan.Part onScan={scanned} onClose={() => setUsesCamera(false)} />}
    </>
  );
}

/** Whether the mobile app scans for this field now. */
async function askApp(scope: string): Promise<boolean> {
  setWrapperState({ scanScope: scope });
  const { post } = await import('../../providers/wrapper/bridge');
  return post('qrCodeScanTapped', { scope });
}
