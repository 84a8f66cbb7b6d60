/** A document's bytes while `draw` draws it, which ends it; whoever stops reading, or a failure, drops it. */
export async function* piecesOf(doc: PDFKit.PDFDocument, draw: () => Promise<void>): AsyncGenerator<Uint8Array> {
  const drawing = draw();
  drawing.catch((error) => doc.destroy(error));
  try {
    for await (const piece of doc) yield piece as Buffer;
  } finally {
    doc.destroy();
  }
  await drawing;
}
