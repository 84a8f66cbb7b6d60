/** Who may come to an installation: anybody, whoever was invited, or nobody new. */
export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** What to do where not everybody may sign up, else null; `contact` is the email of who runs the installation. */
export function howToCome(mode: SignUpMode, contact: string): string | null {
  if (mode === 'open') return null;
  return mode === 'invitation'
    ? `Sign-up is by invitation. Use the email you were invited with, or ask ${contact} for an invitation.`
    : `Sign-up is closed. To get an account, ask ${contact}.`;
}

/** Whether somebody may come, who was invited to something here or not. */
export const mayCome = (mode: SignUpMode, isInvited: boolean): boolean =>
  mode === 'open' || (mode === 'invitation' && isInvited);

/** Why somebody may not begin an organization, null if they may. Support staff always may: they begin the first. */
export function whyNotBegin(
  mode: SignUpMode,
  { isSupport, isInvited }: { isSupport: boolean; isInvited: boolean },
  contact: string,
): string | null {
  if (isSupport || mayCome(mode, isInvited)) return null;
  return mode === 'invitation'
    ? `New organizations are by invitation: to take over a brand or to buy from a seller. Ask ${contact}.`
    : `No new organizations can be created here. Ask ${contact}.`;
}
