import { billingAtStart } from './billing/service';
import { openChatService } from './chat/service';
import { type Config, StartError } from './config';
import type { Log } from './log';

/**
 * Asks the services that this installation uses whether they take its settings. Raises StartError with a line for each
 * that doesn't; one that doesn't respond is logged and hinders no start.
 */
export async function checkThirdParties({ billing, chat, parts }: Config, log: Log): Promise<void> {
  const asked = [
    ...(parts.billing && !billing.standIn ? [billingAtStart(billing, log)] : []),
    ...(parts.chat && !chat.standIn ? [openChatService(chat, log)] : []),
  ];
  // Whoever doesn't respond has logged it.
  const faults = await Promise.all(asked.map((service) => service.faultOf().catch(() => null)));
  const lines = faults.filter((fault) => fault !== null);
  if (lines.length > 0) throw new StartError(lines.join('\n'));
}
