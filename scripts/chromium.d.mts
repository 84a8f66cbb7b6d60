/** The path of a Chromium, without installing any. */
export function chromiumPath(): string;
