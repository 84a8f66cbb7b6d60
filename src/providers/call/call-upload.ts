/** Gets the share of an upload sent so far, 0 to 1. */
export type Progress = (share: number) => void;

type Sending = { method: string; headers: Record<string, string>; signal: AbortSignal | null };

/** Sends a form like `fetch`, which can't say how much of it has been sent. */
export function sendForm(form: FormData, onProgress: Progress) {
  return (address: string, { method, headers, signal }: Sending): Promise<Response> =>
    new Promise((done, fail) => {
      const request = new XMLHttpRequest();
      const cancel = () => {
        request.abort();
        fail(signal?.reason);
      };
      if (signal?.aborted) return fail(signal.reason);
      signal?.addEventListener('abort', cancel);
      request.open(method, address);
      request.responseType = 'blob';
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onerror = () => fail(new TypeError('Failed to send'));
      request.onload = () =>
        done(new Response(request.response, { status: request.status, headers: headersOf(request) }));
      request.onloadend = () => signal?.removeEventListener('abort', cancel);
      request.send(form);
    });
}

function headersOf(request: XMLHttpRequest): [string, string][] {
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  return lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
}
