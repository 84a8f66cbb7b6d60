import type { Page } from 'playwright';

/** A scanner types the tag and ends with Enter. */
export async function scan(page: Page, label: string): Promise<void> {
  await page.keyboard.type(label);
  await page.keyboard.press('Enter');
}

/** A scanner that types as fast as it can: its keys wait for nothing the page does. */
export async function fastScanner(page: Page): Promise<(label: string) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const press = (key: string, text = key, code = key.charCodeAt(0)) => [
    devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, windowsVirtualKeyCode: code }),
    devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: code }),
  ];
  return async (label) => {
    await Promise.all([...label].flatMap((key) => press(key)).concat(press('Enter', '\r', ENTER)));
  };
}

const ENTER = 13;

/** Gives the pages of a window a scale on a serial port, whose lines the test writes. */
export async function giveScale(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const encoder = new TextEncoder();
    let tell: (line: string) => void = () => undefined;
    const port = {
      readable: null as ReadableStream<Uint8Array> | null,
      async open() {
        port.readable = new ReadableStream({
          start(controller) {
            tell = (line) => controller.enqueue(encoder.encode(`${line}\r\n`));
          },
        });
      },
      async close() {},
    };
    Object.defineProperty(navigator, 'serial', {
      value: { getPorts: async () => [], requestPort: async () => port },
    });
    Object.assign(window, { weigh: (line: string) => tell(line) });
  });
}

/** Has the scale send a line. */
export const scaleSays = (page: Page, line: string): Promise<void> =>
  page.evaluate((text) => (window as never as { weigh(line: string): void }).weigh(text), line);

/**
 * Weighs plants on the weigh line of a page faster than hands can: types into the field that has the focus, each tag behind
 * the weight of the plant before.
 */
export function weighFast(page: Page, weights: readonly (readonly [label: string, weight: string])[]): Promise<void> {
  return page.evaluate(async (all) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const drawn = () =>
      new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage(null);
      });
    const enter = async (text: string) => {
      const field = document.activeElement as HTMLInputElement;
      value?.set?.call(field, text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await drawn();
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      await drawn();
    };
    await enter(all[0]?.[0] ?? '');
    for (const [at, [, weight]] of all.entries()) await enter(`${weight} ${all[at + 1]?.[0] ?? ''}`);
  }, weights);
}
