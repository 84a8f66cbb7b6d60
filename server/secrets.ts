import type { Config } from './config';

/** Everything this configuration authenticates with at others, to be kept out of logs. */
export function secretsOf({ chat, billing, tracking, accounting, files, ...config }: Config): string[] {
  return [
    ...[config.databaseUrl, config.databaseReplicaUrl, config.smtpUrl, config.traces?.url].flatMap(passwordOf),
    ...(config.metricsToken === undefined ? [] : [config.metricsToken]),
    ...Object.values(config.traces?.headers ?? {}),
    config.credentialsKey,
    ...config.olderCredentialsKeys,
    ...(chat.standIn ? [] : [chat.secret]),
    ...(billing.standIn ? [] : [billing.apiKey]),
    ...(tracking.standIn ? [] : [tracking.vendorKey]),
    ...(accounting.standIn ? [] : [accounting.clientSecret, accounting.webhookKey]),
    ...(files.kind === 's3' ? [files.secretKey] : []),
  ];
}

/** An address's password, as it is and as it is written there. */
function passwordOf(url = 'none:'): string[] {
  const written = new URL(url).password;
  const plain = new URLSearchParams(`password=${written.replaceAll('+', '%2B')}`).get('password') ?? '';
  return written === '' ? [] : [written, plain];
}
