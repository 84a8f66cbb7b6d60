import { z } from 'zod';
import { RowId } from '../contract/endpoint';
import type { NotificationGroup } from '../notifications/notification';

/** The event by which the app says that it hears, and how long it may take, in milliseconds. */
export const WRAPPER_READY = 'flutterInAppWebViewPlatformReady';
export const WRAPPER_WAIT_MS = 3_000;

/** What is only logged. */
export const WRAPPER_LOG = {
  notReady: 'flutter_inappwebview not initialized',
  callFailed: 'Call to flutter handler failed',
  tokensFailed: 'Refreshing web tokens from flutter failed!',
  notificationRequired: 'Notification required',
  notificationNotFound: 'Notification not found',
  noRouter: 'ROUTER DOES NOT EXIST',
} as const;

/** Both, or it is no session one can go on with. */
const Tokens = z.object({ accessToken: z.string().min(1), refreshToken: z.string().min(1) });

/** What the page tells the app, by the message's name. */
export type ToWrapper = {
  /** The page runs and takes messages. */
  nuxtInitialized: Record<never, never>;
  /** The page's tokens changed; null for both once nobody is signed in. */
  tokensRefreshed: { accessToken: string | null; refreshToken: string | null };
  /** What the page looks like now, for the app's own bars. */
  appThemeChanged: { theme: 'light' | 'dark' };
  /** A field wants scans. The app sends them with the same scope, as many as there are. */
  qrCodeScanTapped: { scope: string };
  /** The newest notifications. */
  notificationsUpdated: { notifications: readonly NotificationGroup[] };
  /** Whether the person works in an organization now, and in which. */
  orgStatusChanged: { orgId: number | null; onboarded: boolean };
};
export type ToWrapperName = keyof ToWrapper;

/** What the app tells the page, by the message's name. */
export const FROM_WRAPPER = {
  tokensRefreshed: Tokens,
  /** A scan. Without a scope it is for the field that asked last. */
  qrCodeScanTapped: z.object({ text: z.string().max(2_000), scope: z.string().optional() }),
  /** A notification was tapped outside the page: its group's name, or the id of one thing that happened. */
  notificationTapped: z.object({
    notification: z.object({ name: z.string().optional(), id: RowId.optional() }).nullish(),
  }),
  /** A link to a channel was tapped outside the page. */
  flutterLinkTapped: z.object({ streamChannelId: z.string().regex(/^[\w:!-]{1,200}$/) }),
} as const;
export type FromWrapperName = keyof typeof FROM_WRAPPER;
export type FromWrapper = { [Name in FromWrapperName]: z.infer<(typeof FROM_WRAPPER)[Name]> };
