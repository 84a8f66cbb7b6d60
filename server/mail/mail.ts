export type Letter = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Where mail leaves from. `send` raises when the letter could not be handed over. */
export type Mail = {
  /** Whether letters stay in the local mailbox, readable at /sandbox/mailbox. */
  readonly standIn: boolean;
  send(letter: Letter): Promise<void>;
  close(): void;
};
