// The floor of the benchmark: a bare Express 5 server that echoes a JSON body.
import type { AddressInfo } from 'node:net';
import express from 'express';

const app = express();
app.use(express.json());
app.post('/echo', (request, response) => {
  response.json(request.body);
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));
