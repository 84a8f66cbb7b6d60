/** The query parameter by which the mobile app marks the page as its own; `false` takes it back. */
export const WRAPPER_MARK = 'is_flutter';
/** Where a browser keeps what kind of client it is: `web`, or `flutter` inside the mobile app. */
export const CLIENT_TYPE = 'CLIENT_TYPE';

/** The page Android opens to confirm a payment. It stands for itself, without chat, feed and invitations. */
export const CONFIRM_TRANSACTION = 'android-confirm-transaction';
export const isConfirming = (pathname: string): boolean => pathname.includes(CONFIRM_TRANSACTION);
