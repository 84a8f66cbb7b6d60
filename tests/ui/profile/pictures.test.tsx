import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { userPictures } from '../../../domain/files/contract';
import { MOST_PICTURE_BYTES } from '../../../domain/files/picture';
import { tracking } from '../../../domain/integrations/contract';
import { session } from '../../../domain/session/contract';
import { profile } from '../../../src/profile';
import { openAt, user, world } from '../support/app';
import { lost, refusal, reply } from '../support/platform';
import { noInvites } from './no-invites';

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
const DRAWN = `data:image/png;base64,${btoa(String.fromCharCode(...PNG))}`;
const png = (name = 'me.png') => new File([PNG], name, { type: 'image/png' });

const field = () => page.getByRole('group', { name: 'Your picture' });
const uploads = () => world.net.sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/images'));
const sentFile = () => (uploads().at(-1)?.body as FormData | undefined)?.get('image');

/** An upload as the browser sends it, over the test's network; `half` waits at half of it until told. */
let half: Promise<void> | null;
class Upload {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onloadend?: () => void;
  response: Blob | null = null;
  status = 0;
  responseType = '';
  private readonly headers: Record<string, string> = {};
  private readonly aborted = new AbortController();
  private target: [string, string] = ['', ''];
  open(method: string, address: string) {
    this.target = [method, address];
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getAllResponseHeaders() {
    return 'content-type: application/json\r\n';
  }
  abort() {
    this.aborted.abort();
  }
  async send(body: FormData) {
    const [method, address] = this.target;
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    await half;
    try {
      const response = await fetch(address, { method, headers: this.headers, body, signal: this.aborted.signal });
      this.status = response.status;
      this.response = await response.blob();
      this.onload?.();
    } catch {
      if (!this.aborted.signal.aborted) this.onerror?.();
    }
    this.onloadend?.();
  }
}

beforeEach(async () => {
  const real = globalThis.XMLHttpRequest;
  globalThis.XMLHttpRequest = Upload as unknown as typeof XMLHttpRequest;
  half = null;
  world.net.on(session.sessions, () => reply(session.sessions, []));
  noInvites();
  world.net.on(tracking.keys, () => reply(tracking.keys, []));
  world.net.on(userPictures.set, () => reply(userPictures.set, { profileImageUri: DRAWN, coverImageUri: null }));
  await openAt('/profile/settings', [profile]);
  await expect.element(field()).toBeVisible();
  return () => {
    globalThis.XMLHttpRequest = real;
  };
});

const choose = (file: File) =>
  userEvent.upload(field().element().querySelector('input[type=file]') as HTMLElement, file);

function drop(file: File): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  const target = field().element();
  target.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
  target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

it('shows the picture and how much of it was sent, then keeps it everywhere', async () => {
  let go = () => {};
  half = new Promise((done) => {
    go = done;
  });
  await choose(png());
  const bar = field().getByRole('progressbar', { name: 'Uploading Your picture' });
  await expect.element(bar).toHaveAttribute('value', '0.5');
  await expect.element(field().getByRole('img')).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  go();
  await expect.element(field().getByRole('img')).toHaveAttribute('src', DRAWN);
  expect(uploads().map(({ path, search }) => [path, search])).toEqual([[`/users/${user.id}/images`, 'kind=profile']]);
  expect(uploads()[0]?.headers.get('content-type')).toBeNull();
  expect((sentFile() as File).size).toBe(PNG.length);
  expect(
    page
      .getByRole('button', { name: /^Account: / })
      .element()
      .querySelector('img')?.src,
  ).toBe(DRAWN);
});

it('takes a dropped one, and nothing that can’t be a picture', async () => {
  drop(new File(['<svg/>'], 'logo.png', { type: 'image/png' }));
  const words = field().getByText('Choose a JPEG, PNG or WebP picture of up to 10 MB');
  await expect.element(words).toBeVisible();
  drop(new File([PNG, new Uint8Array(MOST_PICTURE_BYTES)], 'large.png', { type: 'image/png' }));
  await expect.element(words).toBeVisible();
  expect(uploads()).toEqual([]);
  drop(png());
  await expect.element(field().getByRole('img')).toHaveAttribute('src', DRAWN);
  await expect.element(words).not.toBeInTheDocument();
});

it('says what went wrong, and tries again where that can help', async () => {
  const words = 'This picture can’t be read. Choose another one';
  world.net.on(userPictures.set, () => refusal(400, 'BAD_INPUT', words));
  await choose(png());
  await expect.element(field().getByText(words)).toBeVisible();
  await expect.element(field().getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  world.net.on(userPictures.set, lost);
  await choose(png());
  await expect.element(field().getByText(/Check your connection/)).toBeVisible();
  await expect.element(field().getByRole('img')).not.toBeInTheDocument();
  world.net.on(userPictures.set, () => reply(userPictures.set, { profileImageUri: DRAWN, coverImageUri: null }));
  await field().getByRole('button', { name: 'Try again' }).click();
  await expect.element(field().getByRole('img')).toHaveAttribute('src', DRAWN);
});

it('can be cancelled midway, and leaves what was there', async () => {
  half = new Promise(() => {});
  await choose(png());
  await field().getByRole('button', { name: 'Cancel upload' }).click();
  await expect.element(field().getByRole('button', { name: 'Choose your picture' })).toBeVisible();
  await expect.element(field().getByRole('progressbar')).not.toBeInTheDocument();
  expect(uploads()).toEqual([]);
});

it('asks before it removes one', async () => {
  world.net.on(userPictures.remove, () => reply(userPictures.remove, { profileImageUri: null, coverImageUri: null }));
  await choose(png());
  await field().getByRole('button', { name: 'Remove your picture' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(field().getByRole('img')).not.toBeInTheDocument();
  await expect.element(field().getByText('OM')).toBeInTheDocument();
});
