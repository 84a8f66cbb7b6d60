import { randomUUID } from 'node:crypto';
import { contract } from '../../../domain/calls';
import { NETWORK_SERVICE_TYPE } from '../../../domain/chat/channel';
import type { TestApp, TestCaller } from '../app';

/** Connects two people by the link of one of them. Gives the connection's id. */
export async function connectPeople(one: TestCaller, other: TestCaller): Promise<number> {
  const { link } = await other.expectOk(contract.connections.link, {});
  const params = { code: new URL(link).searchParams.get('code') ?? '' };
  return (await one.expectOk(contract.connections.acceptCode, { params })).id;
}

/** Writes to a channel, by default a direct one across organizations, as a person's page does. Gives the reply's status and the message's id. */
export async function writeTo(
  { url }: TestApp,
  caller: TestCaller,
  cid: string,
  text: string,
  type = NETWORK_SERVICE_TYPE,
) {
  const id = randomUUID();
  const { token, apiKey, basePath } = await caller.expectOk(contract.chat.token, {});
  const { status } = await fetch(`${url}${basePath}/channels/${type}/${cid}/message?api_key=${apiKey}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ message: { id, text } }),
  });
  return { status, id };
}
