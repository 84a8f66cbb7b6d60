/** Whether this is a phone or tablet, by its user agent. */
export const isMobileDevice = (): boolean => /iPhone|iPad|iPod|Android/i.test(navigator.userAgent);

const CLIENT_TYPE = 'CLIENT_TYPE';

/** The mobile app says so in its first address; later ones needn't. */
if (new URLSearchParams(location.search).get('is_flutter') === 'true') localStorage.setItem(CLIENT_TYPE, 'flutter');
else if (localStorage.getItem(CLIENT_TYPE) === null) localStorage.setItem(CLIENT_TYPE, 'web');

/** Whether the page runs inside the mobile app. */
export const isInMobileApp = (): boolean => localStorage.getItem(CLIENT_TYPE) === 'flutter';
