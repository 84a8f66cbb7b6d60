type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether the reader asked to save data, or is on a connection so slow that pictures and guesses would be in the way. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? '');
}
