/** A part of a parsed module, as ESTree has it. */
export type Node = { type: string; start: number; end: number; [part: string]: unknown };

/** Shows a part and all that is in it, outer parts first. */
export function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const part of Object.values(node)) {
    for (const each of Array.isArray(part) ? part : [part]) {
      if (each && typeof (each as Node).type === 'string') visit(each as Node, see);
    }
  }
}
