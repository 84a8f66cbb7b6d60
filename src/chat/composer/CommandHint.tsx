import { COMMANDS, readTyped } from '../../../domain/chat/commands';

/** What a command that is being typed does, and what may follow it. */
export default function CommandHint({ text }: { text: string }) {
  const typed = readTyped(text);
  const command = typed.kind === 'command' && COMMANDS.find(({ name }) => name === typed.name);
  if (!command) return null;
  return (
    <>
      <b>/{command.name}</b> {command.args} — {command.does}. You see it before it happens.
    </>
  );
}
