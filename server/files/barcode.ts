/** Texts as Code 128 barcodes: of each, the widths of its bars and spaces in turn, in modules, beginning with a bar. */
export async function code128(texts: readonly string[]): Promise<number[][]> {
  // Large, and few ever print.
  const { default: bwip } = await import('bwip-js/node');
  return texts.map((text) => {
    const [drawn] = bwip.raw({ bcid: 'code128', text });
    if (drawn === undefined || !('sbs' in drawn)) throw new Error('A barcode has bars');
    return [...drawn.sbs];
  });
}
