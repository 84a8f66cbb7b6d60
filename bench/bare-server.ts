import { readFileSync } from 'node:fs';
import fastify from 'fastify';

/** The same answer without a database, a check or a schema: `bare-server.ts <port> <file with the answer as JSON>`. */
const [port, file] = process.argv.slice(2);
const answer: unknown = JSON.parse(readFileSync(file ?? '', 'utf8'));
const app = fastify();
app.post('/', async () => answer);
await app.listen({ host: '127.0.0.1', port: Number(port) });
