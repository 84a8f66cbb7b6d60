/** What a test's server wants for its metrics. */
export const METRICS_TOKEN = 'a-token-for-the-tests-1';

type Labels = Readonly<Record<string, string>>;
export interface Sample {
  name: string;
  labels: Labels;
  value: number;
}

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Asks a server for its metrics as Prometheus does. */
export const askMetrics = (url: string, token: string | null = METRICS_TOKEN, path = '/metrics') =>
  fetch(`${url}${path}`, { headers: token === null ? {} : { authorization: `Bearer ${token}` } });

/** What a server says of itself now. */
export async function scrape(url: string) {
  const answer = await askMetrics(url);
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`);
  const text = await answer.text();
  const samples = text.split('\n').flatMap((line): Sample[] => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label, said]) => [label, said]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
  const find = (name: string, wanted: Labels = {}) =>
    samples.filter(
      ({ name: own, labels }) =>
        own === name && Object.entries(wanted).every(([label, value]) => labels[label] === value),
    );
  return {
    text,
    samples,
    find,
    /** The only such sample's value; undefined without one. */
    value: (name: string, wanted?: Labels) => {
      const found = find(name, wanted);
      if (found.length > 1) throw new Error(`${name} is there ${found.length} times`);
      return found[0]?.value;
    },
  };
}
