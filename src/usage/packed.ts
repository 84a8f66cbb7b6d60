/** A text compressed, in base64, and how many bytes it is. */
export async function pack(text: string): Promise<{ bytes: number; text: string }> {
  const bytes = await through(new Blob([text]), new CompressionStream('gzip'));
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { bytes: bytes.length, text: btoa(binary) };
}

/** The text again. */
export async function unpack(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await through(new Blob([bytes]), new DecompressionStream('gzip')));
}

const through = async (blob: Blob, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(blob.stream().pipeThrough(stream)).arrayBuffer());
