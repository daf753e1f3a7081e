import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { createLog } from '../../../server/log.ts';
import { startGateway } from '../../support/gateway.ts';
import { newDataDir } from '../../support/pglite-template.ts';

const holder = createServer();
let port = 0;
const taken = (setting: string) =>
  expect.objectContaining({
    code: 'VALIDATION',
    message: `${setting}=${port}: cannot listen on 127.0.0.1: another process listens there already`,
  });

beforeAll(async () => {
  holder.listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  holder.close();
  await once(holder, 'close');
});

it('says that its port is taken, and leaves nothing open', async () => {
  await expect(startGateway({ port })).rejects.toEqual(taken('GATEWAY_PORT'));
  const elsewhere = startGateway({ host: '203.0.113.1' });
  await expect(elsewhere).rejects.toMatchObject({
    code: 'VALIDATION',
    message: 'GATEWAY_HOST=203.0.113.1: cannot listen on 203.0.113.1: this machine has no such address',
  });
});

it.each([
  ['GATEWAY_PORT', { PORT: '0' }],
  ['PORT', { GATEWAY_PORT: undefined }],
] as const)('closes the whole server where %s is taken, so that it can be started again', async (setting, rest) => {
  const dataDir = await newDataDir('turnlog-listen-');
  const env = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    OLLAMA_URL: 'http://127.0.0.1:9',
    ADMIN_PASSWORD: 'correct-horse',
  };
  const log = createLog('silent');
  const refused = openApp(readConfig({ ...env, ...rest, [setting]: String(port) }), log, dataDir);
  await expect(refused).rejects.toEqual(taken(setting));
  const app = await openApp(readConfig({ ...env, PORT: '0' }), log, dataDir);
  await app.close();
});
