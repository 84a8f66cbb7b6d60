import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

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

/** What stands on a pdf's pages: pieces of text with their place in points, and how many letters are drawn as boxes. */
export type Seen = {
  info: { Title?: string; Author?: string };
  pages: { width: number; height: number; pieces: { text: string; left: number; right: number; bottom: number }[] }[];
  boxes: number;
};

/** A pdf as it is seen. A letter is a box when its font has none for it, and draws the first of its glyphs. */
export async function seenIn(file: Uint8Array): Promise<Seen> {
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0 });
  const pdf = await task.promise;
  const { info } = await pdf.getMetadata();
  const seen: Seen = { info: info as Seen['info'], pages: [], boxes: 0 };
  for (let at = 1; at <= pdf.numPages; at++) {
    const page = await pdf.getPage(at);
    const [, , width = 0, height = 0] = page.view;
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item) => {
      if (!('str' in item) || !item.str.trim()) return [];
      const [left, bottom] = [Number(item.transform[4]), Number(item.transform[5])];
      return [{ text: item.str, left, right: left + item.width, bottom }];
    });
    seen.pages.push({ width, height, pieces });
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [place, operator] of fnArray.entries()) {
      if (operator !== OPS.showText) continue;
      const [glyphs] = argsArray[place] as [({ originalCharCode?: number } | number)[]];
      seen.boxes += glyphs.filter((one) => typeof one === 'object' && one.originalCharCode === 0).length;
    }
  }
  await task.destroy();
  return seen;
}
