import { useCallback, useEffect, useRef, useState } from 'react';
import { readScaleLine, type ScaleReading, splitLines } from '../../../domain/harvests/scale-line';

/** What browsers that can talk to a scale offer of Web Serial. */
type SerialPort = {
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
  readonly readable: ReadableStream<Uint8Array> | null;
  getInfo?(): { usbVendorId?: number; usbProductId?: number };
};
type Serial = { requestPort(): Promise<SerialPort>; getPorts(): Promise<SerialPort[]> };

const serialOf = () => (navigator as unknown as { serial?: Serial }).serial ?? null;

/** What scales are set to when they leave the factory. */
const BAUD = 9600;
const RATES = [BAUD, 2400, 4800, 19_200] as const;
export type BaudRate = (typeof RATES)[number];
export const BAUD_RATES: readonly BaudRate[] = RATES;

/** UNSUPPORTED: this browser can’t; OFF: none chosen; LOST: it was unplugged or stopped. */
export type ScaleState = 'UNSUPPORTED' | 'OFF' | 'CONNECTING' | 'ON' | 'LOST';

/** A scale on a serial port: whether it is connected, and what it said last. Chosen once, it connects by itself. */
export function useScale(onReading: (reading: ScaleReading) => void) {
  const [state, setState] = useState<ScaleState>(serialOf() ? 'OFF' : 'UNSUPPORTED');
  const [reading, setReading] = useState<ScaleReading | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const tell = useRef(onReading);
  tell.current = onReading;

  const listen = useCallback(async (port: SerialPort, baudRate: number) => {
    setState('CONNECTING');
    let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
    let isStopped = false;
    stop.current = () => {
      isStopped = true;
      void reader?.cancel().catch(() => undefined);
    };
    try {
      await port.open({ baudRate });
      reader = port.readable?.getReader() ?? null;
      setState('ON');
      const decoder = new TextDecoder();
      for (let received = ''; reader; ) {
        const { value, done } = await reader.read();
        if (done) break;
        const { lines, rest } = splitLines(received + decoder.decode(value, { stream: true }));
        received = rest;
        for (const line of lines) {
          const read = readScaleLine(line);
          if (read === null) continue;
          setReading(read);
          tell.current(read);
        }
      }
    } catch {
      // Unplugged, or another program has it: said by the state.
    } finally {
      reader?.releaseLock();
      await port.close().catch(() => undefined);
      setReading(null);
      setState(isStopped ? 'OFF' : 'LOST');
    }
  }, []);

  useEffect(() => {
    void serialOf()
      ?.getPorts()
      .then(([port]) => (port && stop.current === null ? listen(port, BAUD) : undefined));
    return () => stop.current?.();
  }, [listen]);

  return {
    state,
    reading,
    /** Asks which scale, as only a press may. */
    async connect(baudRate: BaudRate = BAUD) {
      const port = await serialOf()
        ?.requestPort()
        .catch(() => null);
      if (port) await listen(port, baudRate);
    },
    disconnect: () => stop.current?.(),
  };
}
