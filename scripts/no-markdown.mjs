/** Stands in the bundle where a dependency expects a Markdown renderer: the text as it is. */
export default function PlainText({ children }) {
  return children;
}
