export type Letter = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Sends mail. `send` raises if the mail server doesn't take it. */
export type Mail = {
  /** Whether emails stay in the local mailbox, readable at /sandbox/mailbox. */
  readonly standIn: boolean;
  send(letter: Letter): Promise<void>;
  close(): void;
};
