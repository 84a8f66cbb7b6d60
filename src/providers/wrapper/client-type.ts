import { CLIENT_TYPE, WRAPPER_MARK } from '../../../domain/wrapper/client';

const mark = new URLSearchParams(location.search).get(WRAPPER_MARK);
// The mobile app says so in its first address; later ones needn't.
if (mark === 'true') localStorage.setItem(CLIENT_TYPE, 'flutter');
else if (mark === 'false' || localStorage.getItem(CLIENT_TYPE) === null) localStorage.setItem(CLIENT_TYPE, 'web');

/** Whether the page runs inside the mobile app. */
export const isInMobileApp = (): boolean => localStorage.getItem(CLIENT_TYPE) === 'flutter';
