/** Whether this is a telephone or tablet, by what its browser says it is. */
export const isMobileDevice = (): boolean => /iPhone|iPad|iPod|Android/i.test(navigator.userAgent);

const CLIENT_TYPE = 'CLIENT_TYPE';

/** The mobile app says so in the first address it opens; later ones of the same browser need not. */
if (new URLSearchParams(location.search).get('is_flutter') === 'true') localStorage.setItem(CLIENT_TYPE, 'flutter');
else if (localStorage.getItem(CLIENT_TYPE) === null) localStorage.setItem(CLIENT_TYPE, 'web');

/** Whether the page is shown inside the mobile app. */
export const isInMobileApp = (): boolean => localStorage.getItem(CLIENT_TYPE) === 'flutter';
