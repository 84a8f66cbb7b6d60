/** A file sent with an email: its text, or its bytes in base64. */
export type Attachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: string;
  readonly encoding?: 'base64';
};

export type Letter = {
  /** An address, or several divided by commas. */
  readonly to: string;
  /** Where an answer goes; to us by default. */
  readonly replyTo?: string;
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
