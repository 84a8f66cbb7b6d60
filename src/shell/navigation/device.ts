/** Whether this is a phone or tablet, by its user agent. */
export const isMobileDevice = (): boolean => /iPhone|iPad|iPod|Android/i.test(navigator.userAgent);
