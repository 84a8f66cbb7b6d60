import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Activity, NotificationGroup } from '../../domain/notifications/notification';
import { isConfirming } from '../../domain/wrapper/client';
import type { FromWrapper } from '../../domain/wrapper/messages';
import { useFeed, useFeedActs, useNoMarks } from '../notifications/feed';
import { useOpening } from '../notifications/useOpening';
import { onTokens, readTokens } from '../providers/call/tokens';
import { useSessionState } from '../providers/session';
import type { SessionState } from '../providers/session/session-state';
import { isOffered } from '../providers/settings';
import { post, postChanged, type Router, route } from '../providers/wrapper/bridge';
import { setWrapperState, wrapperState } from '../providers/wrapper/state';
import { useShownMode } from '../ui/theme/useShownMode';

/** Tells the mobile app around the page what happens here, and does what is tapped there. */
export default function WrapperLink() {
  const status = useSessionState((state) => state.status);
  const theme = useShownMode();
  const orgId = useSessionState(orgOf);
  const onboarded = useSessionState((state) => state.status === 'signed-in' && state.user.onboarded);
  const { pathname } = useLocation();
  const hasFeed = status === 'signed-in' && isOffered('feed') && !isConfirming(pathname);
  useEffect(() => postChanged('nuxtInitialized', {}), []);
  useEffect(() => {
    tellTokens();
    return onTokens(tellTokens);
  }, []);
  useEffect(() => postChanged('appThemeChanged', { theme }), [theme]);
  useEffect(() => {
    if (status === 'signed-in' || status === 'signed-out') postChanged('orgStatusChanged', { orgId, onboarded });
  }, [status, orgId, onboarded]);
  return hasFeed ? <FeedTaps /> : <Taps openNotification={async () => false} />;
}

const orgOf = (state: SessionState) => (state.status === 'signed-in' ? (state.scope?.orgId ?? null) : null);

/** Tokens the app itself gave aren't told back. */
function tellTokens(): void {
  const { accessToken = null, refreshToken = null } = readTokens() ?? {};
  const known = wrapperState();
  if (known.accessToken === accessToken && known.refreshToken === refreshToken) return;
  setWrapperState({ accessToken, refreshToken });
  void post('tokensRefreshed', { accessToken, refreshToken });
}

function Taps({ openNotification }: Pick<Router, 'openNotification'>) {
  const navigate = useNavigate();
  const open = useRef(openNotification);
  open.current = openNotification;
  useEffect(
    () =>
      route({
        openNotification: (notification) => open.current(notification),
        openChannel: (id) => void navigate(`/chat/messages/${encodeURIComponent(id.split(':').at(-1) ?? id)}`),
      }),
    [navigate],
  );
  return null;
}

type Tapped = { group: NotificationGroup; activity: Activity; at: number };

function FeedTaps() {
  const { data: groups, refetch } = useFeed();
  const [tapped, setTapped] = useState<Tapped | null>(null);
  useEffect(() => {
    if (groups) postChanged('notificationsUpdated', { notifications: groups });
  }, [groups]);
  const open: Router['openNotification'] = async (wanted) => {
    // What was tapped may be newer than what was read here.
    const found =
      find(groups ?? [], wanted) ?? find((await refetch()).data?.pages.flatMap((page) => page.groups) ?? [], wanted);
    if (found) setTapped((before) => ({ ...found, at: (before?.at ?? 0) + 1 }));
    return found !== null;
  };
  return (
    <>
      <Taps openNotification={open} />
      {tapped && <Opened key={tapped.at} {...tapped} />}
    </>
  );
}

type Wanted = NonNullable<FromWrapper['notificationTapped']['notification']>;

function find(groups: readonly NotificationGroup[], { name, id }: Wanted): Omit<Tapped, 'at'> | null {
  const group = groups.find((one) => one.name === name || one.activities.some((activity) => activity.id === id));
  const activity = group?.activities.find((one) => one.id === id) ?? group?.activities[0];
  return group && activity ? { group, activity } : null;
}

/** Opens what a notification is about, once, as its entry in the bell’s menu does. */
function Opened({ group, activity }: Tapped) {
  const navigate = useNavigate();
  const { markRead } = useFeedActs();
  const mayMark = useNoMarks() === null;
  const { leadsTo } = useOpening(group, () => undefined);
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    if (mayMark && !group.isRead) void markRead(group);
    const opening = leadsTo(activity);
    opening?.open();
    if (opening && !opening.isElsewhere) void navigate(opening.route);
  });
  return null;
}
