import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of a pdf by page, its pieces divided by spaces. Fails on what isn't one. */
export async function pagesOf(file: Blob): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(await file.arrayBuffer()), verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  for (let at = 1; at <= pdf.numPages; at++) {
    const { items } = await (await pdf.getPage(at)).getTextContent();
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() ? item.str.trim() : [])).join(' '));
  }
  await task.destroy();
  return pages;
}
