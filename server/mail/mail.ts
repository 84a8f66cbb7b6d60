/** A file sent with an email. */
export type Attachment = { readonly filename: string; readonly contentType: string; readonly content: string };

export type Letter = {
  readonly to: string;
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
