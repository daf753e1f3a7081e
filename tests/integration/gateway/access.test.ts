import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccessDeniedError, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Scope, scopesOf } from '../../../server/auth/scopes.ts';
import { openEventStore } from '../../../server/eventstore/index.ts';
import { collect, startGateway, type TestGateway } from '../../support/gateway.ts';
import { injected } from '../../support/injected.ts';

const silent = pino({ level: 'silent' });
const moved = jsonEvent({ type: 'moved', data: {} });

describe('the gateway behind TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnlog-tls-'));
  const files = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') };
  let gateway: TestGateway;
  const clients: EventStoreDBClient[] = [];
  const connect = (password: string) => {
    const address = `esdb://me:${password}@localhost:${gateway.port}`;
    const client = EventStoreDBClient.connectionString(`${address}?tls=true&tlsCAFile=${files.tlsCert}`);
    clients.push(client);
    return client;
  };
  const tokenWith = async (...scopes: Scope[]) => {
    const [user] = await gateway.sql.query<{ id: string }>('select id from users');
    const owner = { userId: user?.id ?? '', scopes: scopesOf({ isAdmin: true }) };
    return (await gateway.auth.createApiToken(owner, 'analyst', scopes)).token;
  };
  const holder = async (...scopes: Scope[]) => connect(await tokenWith(...scopes));

  beforeAll(async () => {
    execFileSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-keyout', files.tlsKey, '-out', files.tlsCert],
    ]);
    gateway = await startGateway({ ...files, anonymous: false });
    await gateway.store.append(`turn-${randomUUID()}`, [{ id: randomUUID(), type: 'TurnNoted', data: {} }], {
      expectedRevision: 'any',
    });
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.dispose()));
    await gateway.close();
    rmSync(folder, { recursive: true });
  });

  it('shows the log to the scope audit, and to no other', async () => {
    const reading = await collect((await holder('audit')).readAll());
    expect(reading.map(({ event }) => event?.type)).toContain('TurnNoted');
    for (const client of [connect('wrong'), await holder('chat'), await holder('admin')]) {
      await expect(collect(client.readAll())).rejects.toBeInstanceOf(AccessDeniedError);
    }
  });

  it("serves Turnlog's own adapter, which takes certificate and credentials from its URL", async () => {
    const token = await tokenWith('audit', 'admin');
    const url = `esdb://me:${token}@localhost:${gateway.port}?tls=true&tlsCAFile=${files.tlsCert}`;
    const store = await openEventStore(gateway.sql, { log: silent, url, ...injected });
    const [noted, stream] = [{ id: randomUUID(), type: 'Noted', data: { n: 1 } }, `thing-${randomUUID()}`];
    await store.append(stream, [noted], { expectedRevision: 'no_stream' });
    expect(await collect(store.readStream(stream))).toMatchObject([noted]);
    await store.close();

    const refused = url.replace(token, 'wrong');
    const connecting = EventStoreDBClient.connectionString.bind(EventStoreDBClient);
    let client: EventStoreDBClient | undefined;
    const connected = vi.spyOn(EventStoreDBClient, 'connectionString').mockImplementation((address) => {
      client = connecting(String(address));
      vi.spyOn(client, 'dispose');
      return client;
    });
    try {
      const opening = openEventStore(gateway.sql, { log: silent, url: refused, ...injected });
      await expect(opening).rejects.toBeInstanceOf(AccessDeniedError);
      expect(client?.dispose).toHaveBeenCalledOnce();
    } finally {
      connected.mockRestore();
    }
  });

  it("takes writes by the scope admin, but not to Turnlog's own streams", async () => {
    const writer = await holder('admin');
    const { nextExpectedRevision } = await writer.appendToStream('shipment-1', moved);
    expect(nextExpectedRevision).toBe(0n);
    const own = `turn-${randomUUID()}`;
    await expect(writer.appendToStream(own, moved)).rejects.toBeInstanceOf(AccessDeniedError);
    await expect(writer.tombstoneStream(own)).rejects.toBeInstanceOf(AccessDeniedError);
    await expect(writer.setStreamMetadata(own, { maxCount: 1 })).rejects.toBeInstanceOf(AccessDeniedError);
    await expect((await holder('audit')).appendToStream('shipment-1', moved)).rejects.toBeInstanceOf(AccessDeniedError);
  });
});

describe('the gateway without tokens', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  it("keeps to a stream's own list of who may write", async () => {
    const client = gateway.connect();
    const stream = `shipment-${randomUUID()}`;
    await client.appendToStream(stream, moved);
    await client.setStreamMetadata(stream, { acl: { writeRoles: ['somebody'], readRoles: ['admin'] } });
    await expect(client.appendToStream(stream, moved)).rejects.toBeInstanceOf(AccessDeniedError);
    expect(await collect(client.readStream(stream))).toHaveLength(1);
  });

  it('writes nothing unless it is told to', async () => {
    const reader = await startGateway({ writes: false });
    await expect(reader.connect().appendToStream('shipment-1', moved)).rejects.toBeInstanceOf(AccessDeniedError);
    await reader.close();
  });

  it('is found by discovery, answers pings, and says what it does not know', async () => {
    const client = EventStoreDBClient.connectionString(
      `esdb://localhost:${gateway.port},127.0.0.1:${gateway.port}?tls=false`,
    );
    await client.appendToStream('shipment-2', moved);
    const answer = (path: string) => fetch(`http://127.0.0.1:${gateway.port}${path}`);
    expect(await (await answer('/ping')).json()).toMatchObject({ text: expect.stringContaining('Ping') });
    expect((await answer('/health/live')).status).toBe(204);
    expect((await answer('/nowhere')).status).toBe(404);
    await expect(client.listProjections()).rejects.toMatchObject({ code: 12 });
    await client.dispose();
  });
});
