import {
  FROM_WRAPPER,
  type FromWrapper,
  type FromWrapperName,
  type ToWrapper,
  type ToWrapperName,
  WRAPPER_LOG,
  WRAPPER_READY,
  WRAPPER_WAIT_MS,
} from '../../../domain/wrapper/messages';
import { setWrapperState, wrapperState } from './state';
import { takeTokens } from './take-tokens';

type App = { callHandler?: (name: string, ...args: unknown[]) => Promise<unknown> };
type Receive = (name: string, what: unknown) => Promise<boolean>;

declare global {
  interface Window {
    /** What the mobile app puts into its pages. */
    flutter_inappwebview?: App;
    /** What it calls. */
    verdantWrapper?: { receive: Receive };
  }
}

const LOOKS_EVERY_MS = 100;

/** In a frame, or a page of others, nobody is told anything. */
const isOurs = window.top === window && window.origin === location.origin;
const hears = (): boolean => typeof window.flutter_inappwebview?.callHandler === 'function';

/** Resolves once the app hears, or was waited for long enough. */
const ready = new Promise<void>((resolve) => {
  const settle = () => {
    clearInterval(looking);
    clearTimeout(giveUp);
    resolve();
  };
  const looking = setInterval(() => hears() && settle(), LOOKS_EVERY_MS);
  const giveUp = setTimeout(() => {
    if (!hears()) log(WRAPPER_LOG.notReady);
    settle();
  }, WRAPPER_WAIT_MS);
  addEventListener(WRAPPER_READY, settle, { once: true });
  if (hears()) settle();
});

/** The newest of each message that nobody heard, for an app that comes later. */
const unheard = new Map<ToWrapperName, unknown>();
addEventListener(WRAPPER_READY, () => {
  for (const [name, what] of unheard) void post(name, what as never);
  unheard.clear();
});

/** A failure that nobody here can do anything about. Never with what was sent: it may be a token. */
function log(message: string): void {
  console.error(message);
}

const lastSent = new Map<ToWrapperName, string>();
let lastId = 0;

/** Tells the app something, once it hears. Resolves to whether it took it; a failure is only logged. */
export async function post<Name extends ToWrapperName>(name: Name, what: ToWrapper[Name]): Promise<boolean> {
  if (!isOurs) return false;
  const meta = { id: ++lastId, sentAt: new Date().toISOString() };
  await ready;
  try {
    if (!hears()) throw new Error('Nobody hears');
    const reply = await window.flutter_inappwebview?.callHandler?.(name, what, meta);
    unheard.delete(name);
    if (name in FROM_WRAPPER && reply !== null && typeof reply === 'object') await receive(name, reply);
    return true;
  } catch {
    // A scan is wanted at once or not at all.
    if (!hears() && name !== 'qrCodeScanTapped') unheard.set(name, what);
    log(WRAPPER_LOG.callFailed);
    return false;
  }
}

/** Tells the app of what changed, unless it is as it was told last. */
export function postChanged<Name extends ToWrapperName>(name: Name, what: ToWrapper[Name]): void {
  const text = JSON.stringify(what);
  if (lastSent.get(name) === text) return;
  lastSent.set(name, text);
  void post(name, what);
}

/** What the pages of the app do about taps outside of them. */
export type Router = {
  openNotification: (notification: NonNullable<FromWrapper['notificationTapped']['notification']>) => Promise<boolean>;
  openChannel: (streamChannelId: string) => void;
};

let router: Router | null = null;

/** The pages take taps from now on; returns what ends that. */
export function route(next: Router): () => void {
  router = next;
  return () => {
    if (router === next) router = null;
  };
}

const MISUNDERSTOOD: Partial<Record<FromWrapperName, string>> = {
  tokensRefreshed: WRAPPER_LOG.tokensFailed,
  notificationTapped: WRAPPER_LOG.notificationRequired,
};

const receive: Receive = async (name, what) => {
  if (!Object.hasOwn(FROM_WRAPPER, name)) return false;
  const known = name as FromWrapperName;
  const read = FROM_WRAPPER[known].safeParse(what);
  if (read.success) return act(known, read.data as FromWrapper[typeof known]);
  if (MISUNDERSTOOD[known]) log(MISUNDERSTOOD[known]);
  return false;
};

async function act(name: FromWrapperName, what: FromWrapper[FromWrapperName]): Promise<boolean> {
  switch (name) {
    case 'tokensRefreshed':
      return takeTokens(what as FromWrapper['tokensRefreshed']);
    case 'qrCodeScanTapped': {
      const { text, scope = wrapperState().scanScope } = what as FromWrapper['qrCodeScanTapped'];
      setWrapperState({ scanResult: { text, scope } });
      return true;
    }
    case 'notificationTapped': {
      const { notification } = what as FromWrapper['notificationTapped'];
      if (!notification) return refuse(WRAPPER_LOG.notificationRequired);
      if (!router) return refuse(WRAPPER_LOG.noRouter);
      return (await router.openNotification(notification)) || refuse(WRAPPER_LOG.notificationNotFound);
    }
    case 'flutterLinkTapped': {
      if (!router) return refuse(WRAPPER_LOG.noRouter);
      router.openChannel((what as FromWrapper['flutterLinkTapped']).streamChannelId);
      return true;
    }
  }
}

function refuse(message: string): false {
  log(message);
  return false;
}

if (isOurs) window.verdantWrapper = { receive };
