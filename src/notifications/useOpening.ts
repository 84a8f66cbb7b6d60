import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import type { Activity, NotificationGroup } from '../../domain/notifications/notification';
import { useSession } from '../providers/session';
import { refreshAccess } from '../providers/session/session-store';
import { reportError } from '../providers/snackbar';
import { discardFirst } from '../shell/questions/DiscardFirst';
import { openInOrganization } from '../shell/session/useLeaveOnSwitch';

type Opening = {
  route: string;
  /** It is a page of another organization, which is entered first. */
  isElsewhere: boolean;
  /** What comes before or beside following it; without an event it was tapped outside the page. */
  open: (event?: MouseEvent) => void;
};

const inOtherTab = ({ metaKey, ctrlKey, shiftKey }: MouseEvent) => metaKey || ctrlKey || shiftKey;

/** Where the activities of a group lead, and whose they are if not the current organization's. */
export function useOpening({ orgId, orgName, type }: NotificationGroup, onOpen: () => void) {
  const navigate = useNavigate();
  const { scope, orgs, user } = useSession();
  const isElsewhere = orgId !== null && orgId !== scope?.orgId;
  // Acting for someone covers one organization only.
  const mayEnter = !isElsewhere || (!user.impersonatedBy && orgs.some(({ id }) => id === orgId));

  const leadsTo = ({ route }: Activity): Opening | null => {
    if (route === null || !mayEnter) return null;
    const open = (event?: MouseEvent) => {
      onOpen();
      if (isElsewhere) {
        discardFirst(
          () => void openInOrganization(orgId, route, navigate).catch((error: unknown) => reportError(error)),
        );
      } else if (type === 'HISTORICAL_SYNC_COMPLETE' && !(event && inOtherTab(event))) {
        refreshAccess().catch((error: unknown) => reportError(error));
      }
    };
    return { route, isElsewhere, open };
  };
  return { isElsewhere, orgName: isElsewhere ? orgName : null, leadsTo };
}
