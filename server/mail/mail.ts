/** A file sent with an email: its text, or its bytes in base64. */
export type Attachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: string;
  readonly encoding?: 'base64';
};

/**
 * What a letter is: of somebody's account (links, security), a document or message that people trade by (orders' papers,
 * answers, invitations), or a notice. Only notices may be switched off.
 */
export type LetterKind = 'account' | 'document' | 'notice';

export type Letter = {
  readonly kind: LetterKind;
  /** One address. */
  readonly to: string;
  /** All it is to, each by a letter of its own, as its head names them; `to` alone by default. */
  readonly addressees?: readonly string[];
  /** The company or person that sends it; Verdant by default. */
  readonly sender?: string | undefined;
  /** Where an answer goes; to us by default. */
  readonly replyTo?: string | undefined;
  /** Somebody wrote it and sent it. All other letters say that they are a program's. */
  readonly isPersonal?: true;
  /** The page where its reader stops such notices. */
  readonly stopAt?: string | undefined;
  /** The address that stops such letters when it is posted to, without a page (RFC 8058). */
  readonly unsubscribe?: string;
  /** What tells it from any other; its job by default, so that a second try is known as the same letter. */
  readonly id?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
};

/** Sends mail. `send` raises if the mail server doesn't take it. */
export type Mail = {
  /** Whether emails stay in the local mailbox, readable at /sandbox/mailbox. */
  readonly standIn: boolean;
  send(letter: Letter): Promise<void>;
  close(): void;
};
