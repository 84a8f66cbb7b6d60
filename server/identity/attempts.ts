import { createHash } from 'node:crypto';
import type { Limit } from '../db/attempts';

export const SIGN_IN_LIMIT: Limit = { free: 5, wait: 15, longest: 900, leak: 600 };
export const ADDRESS_LIMIT: Limit = { free: 40, wait: 15, longest: 900, leak: 30 };
export const MAIL_LIMIT: Limit = { free: 3, wait: 60, longest: 3600, leak: 1800 };
export const MAIL_ADDRESS_LIMIT: Limit = { free: 20, wait: 60, longest: 3600, leak: 120 };

export const accountKey = (email: string) =>
  `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')}`;

export const mailKey = (email: string) => `mail-${accountKey(email)}`;

/** Passwords typed on an email confirmation link; only people with the link get that far. */
export const confirmKey = (email: string) => `confirm-${accountKey(email)}`;
