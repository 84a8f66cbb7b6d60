/** A telephone or tablet, by what its browser says it is. */
export const isMobileDevice = /iPhone|iPad|iPod|Android/i.test(navigator.userAgent);
