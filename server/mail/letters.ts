import { BRAND_INVITE_DAYS, type BrandInvite } from '../../domain/brands/invite';
import type { BrandSuggestion } from '../../domain/brands/suggestion';
import { CHANNEL_INVITE_DAYS } from '../../domain/chat/invite';
import { INVITATION_DAYS } from '../../domain/team/invitation';
import { compose, type Recipient } from './compose';
import type { Letter } from './mail';

/** Asks a new person to confirm their email. The link works for 24 hours. */
export function verifyLetter(to: Recipient, link: string, id: string): Letter {
  return compose(to, {
    kind: 'account',
    id,
    subject: 'Confirm your email for Verdant',
    lead: 'Confirm this email to finish signing up for Verdant.',
    action: 'Confirm email',
    link,
    close: 'The link works once, for 24 hours. If you didn’t sign up, ignore this email.',
  });
}

/** Lets a person choose a new password. The link works for one hour. */
export function resetLetter(to: Recipient, link: string, id: string): Letter {
  return compose(to, {
    kind: 'account',
    id,
    subject: 'Choose a new Verdant password',
    lead: 'We got a request for a new password for your Verdant account.',
    action: 'Choose a new password',
    link,
    close:
      'The link works once, for one hour. If you didn’t ask for it, ignore this email. Your password won’t change.',
  });
}

/** Lets whoever has the email sign in to their account in another way. The link works for one hour. */
export function linkLetter(to: Recipient, link: string, id: string): Letter {
  return compose(to, {
    kind: 'account',
    id,
    subject: 'Link your Verdant account',
    lead: 'You signed in to Verdant in a new way, and this email already has an account. Link them to keep your account.',
    action: 'Link my account',
    link,
    close:
      'The link works once, for one hour, for the person who just signed in. If that wasn’t you, ignore this email. Nothing changes.',
  });
}

/** To an account's owner: someone tried to sign up with its email. */
export function alreadyRegisteredLetter(to: Recipient, links: { signIn: string; forgot: string }): Letter {
  return compose(to, {
    kind: 'account',
    subject: 'You already have a Verdant account',
    lead: 'Someone tried to sign up with this email, which already has an account. If it was you, just sign in.',
    action: 'Sign in',
    link: links.signIn,
    close: `Forgot your password? Choose a new one: ${links.forgot}`,
  });
}

/** To whoever tried to sign up without an invitation; `why` says what to do instead. */
export function notAdmittedLetter(to: Recipient, why: string, signIn: string): Letter {
  return compose(to, {
    kind: 'account',
    subject: 'You can’t sign up for Verdant with this email yet',
    lead: `Someone tried to sign up with this email, which has no invitation. ${why}`,
    action: 'Go to Verdant',
    link: signIn,
    close: 'If it wasn’t you, ignore this email.',
  });
}

/** Whoever invites, whom an answer goes to. */
type Inviter = { replyTo?: string | undefined };

/** Invites someone to an organization. The link works for 14 days. */
export function invitationLetter(
  to: Recipient,
  { orgName, roleName, invitedBy, replyTo }: Inviter & { orgName: string; roleName: string; invitedBy: string | null },
  link: string,
): Letter {
  return compose(to, {
    kind: 'document',
    sender: orgName,
    replyTo,
    subject: `Join ${orgName} on Verdant`,
    lead: `${invitedBy ?? orgName} invited you to join the ${orgName} team as ${roleName}.`,
    action: 'Accept invitation',
    link,
    close: `The link works for ${INVITATION_DAYS} days, for ${to.email} only. If you don’t know ${orgName}, ignore this email.`,
  });
}

/** Asks a buyer to order from a company. The link leads to sign-up, or to the marketplace for someone signed in. */
export function companyInvitationLetter(
  email: string,
  { companyName, invitedBy, replyTo }: Inviter & { companyName: string; invitedBy: string },
  link: string,
): Letter {
  return compose(
    { email, firstName: '' },
    {
      kind: 'document',
      sender: companyName,
      replyTo,
      subject: `Order from ${companyName} on Verdant`,
      lead: `${invitedBy} at ${companyName} invited you to order from their menu on Verdant.`,
      action: 'See the menu',
      link,
      close: `Sign up with your license, or sign in if you already buy on Verdant. If you don’t know ${companyName}, ignore this email.`,
    },
  );
}

/** Confirms to someone that their account was deleted. */
export function accountDeletedLetter(
  to: Recipient,
  { publicUrl, supportEmail }: { publicUrl: string; supportEmail: string },
): Letter {
  return compose(to, {
    kind: 'account',
    subject: 'Your Verdant account is deleted',
    lead: 'You deleted your Verdant account. Your name, email, pictures, password and sessions are gone. Orders, comments and history stay, under “Former member”.',
    action: 'Go to Verdant',
    link: publicUrl,
    close: `If you didn’t do this, write to ${supportEmail} now.`,
  });
}

type BrandOffer = Pick<BrandInvite, 'brandName' | 'orgName' | 'invitedBy' | 'invitedEmail' | 'message'>;

/** Offers a brand to someone in another business. The link works for 30 days. */
export function brandInvitationLetter(
  { brandName, orgName, invitedBy, invitedEmail, message, replyTo }: Inviter & BrandOffer,
  link: string,
): Letter {
  return compose(
    { email: invitedEmail, firstName: '' },
    {
      kind: 'document',
      sender: orgName,
      replyTo,
      subject: `Take over ${brandName} on Verdant`,
      lead: `${invitedBy} at ${orgName} invited you to take over the brand ${brandName}.`,
      words: message && `They wrote: ${message}`,
      action: 'Accept invitation',
      link,
      close: `The link works for ${BRAND_INVITE_DAYS} days, for ${invitedEmail} only. If you don’t know ${orgName}, ignore this email.`,
    },
  );
}

/** Tells somebody that their organization is invited to a channel with another. */
export function channelInvitationLetter(
  {
    invitedEmail,
    invitingOrgName,
    invitedOrgName,
    invitedBy,
    topic,
  }: { invitedEmail: string; invitingOrgName: string; invitedOrgName: string; invitedBy: string; topic: string },
  link: string,
): Letter {
  return compose(
    { email: invitedEmail, firstName: '' },
    {
      kind: 'document',
      sender: invitingOrgName,
      subject: `${invitingOrgName} invites ${invitedOrgName} to a shared channel`,
      lead: `${invitedBy} at ${invitingOrgName} invited ${invitedOrgName} to write to each other on Verdant.`,
      words: topic && `It’s about: ${topic}`,
      action: 'See the invite',
      link,
      close: `The invite is open for ${CHANNEL_INVITE_DAYS} days. Someone at ${invitedOrgName} who manages partner channel invites can accept it. If you don’t know ${invitingOrgName}, ignore this email.`,
    },
  );
}

/** Asks someone to connect with a person, by that person's own link. */
export function connectionLetter(email: string, invitedBy: string, link: string): Letter {
  return compose(
    { email, firstName: '' },
    {
      kind: 'document',
      sender: invitedBy,
      subject: `Connect with ${invitedBy} on Verdant`,
      lead: `${invitedBy} invited you to connect on Verdant, where cannabis businesses buy and sell.`,
      action: 'See the invitation',
      link,
      close: `If you don’t know ${invitedBy}, ignore this email.`,
    },
  );
}

/** Tells the person who suggested a brand that it is in review, made or rejected. */
export function suggestionLetter(
  to: Recipient,
  suggestion: BrandSuggestion,
  { link, supportEmail }: { link: string; supportEmail: string },
): Letter {
  const { suggestedName: name, status, reason, autoClaim, invitedEmail } = suggestion;
  const next = autoClaim
    ? 'It’s now among your brands.'
    : invitedEmail === null
      ? 'Its owner can claim it now.'
      : `We emailed ${invitedEmail} an invitation to claim it.`;
  const said = {
    IN_REVIEW: {
      subject: `New brand in review: ${name}`,
      lead: `We’re reviewing ${name}. We’ll email you once it’s done.`,
      close: 'You get this email because you suggested the brand.',
    },
    APPROVED: {
      subject: `Brand created: ${name}`,
      lead: `We created ${name}. ${next}`,
      close: 'You get this email because you suggested the brand.',
    },
    REJECTED: {
      subject: `We didn’t create ${name}`,
      lead: `We reviewed ${name} and didn’t create it: ${reason}`,
      close: 'If you think this is wrong, reply to this email.',
    },
  }[status];
  return compose(to, { kind: 'notice', replyTo: supportEmail, ...said, action: 'Open your brands', link });
}
