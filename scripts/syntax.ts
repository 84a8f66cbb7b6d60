/** A node of a parsed module, as in ESTree. */
export type Node = { type: string; start: number; end: number; [part: string]: unknown };

/** Visits a node and everything in it, outer nodes first. */
export function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const part of Object.values(node)) {
    for (const each of Array.isArray(part) ? part : [part]) {
      if (each && typeof (each as Node).type === 'string') visit(each as Node, see);
    }
  }
}
