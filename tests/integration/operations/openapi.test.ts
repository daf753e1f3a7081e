import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { transferFile } from '../../../schema/transfer.ts';
import { conversation, failure, health, me, readiness, wholeConversation } from '../../../server/openapi/shapes.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let text: string;
beforeAll(async () => {
  app = await startTestApp();
  text = await (await fetch(`${app.url}/api/openapi.json`)).text();
});
afterAll(() => app.close());

const shape = z.object({ openapi: z.string(), paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const described = () => shape.parse(JSON.parse(text));

const lint = async (source: string) => {
  const rules = { 'operation-4xx-response': 'error', 'no-server-example.com': 'off' } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
};

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 in which a linter finds nothing', async () => {
    expect(described().openapi).toMatch(/^3\.1\./);
    expect(await lint(text)).toEqual([]);
    // That the linter looks at all:
    expect(await lint(text.replaceAll('"200"', '"2000"'))).not.toEqual([]);
  });

  it('describes every REST route, and no other', () => {
    const operations = Object.entries(described().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    const routes = app.routes.filter((route) => !/ \/(graphql|graphiql(\/:file)?|\*)$/.test(route));
    expect(operations.sort()).toEqual([...routes].sort());
  });

  it('says of a body what the server says of it', async () => {
    const ask = JSON.stringify(described().paths['/api/chat/stream']?.post);
    expect(ask).toContain('"maxLength":16000');
    expect(ask).toContain('"maxItems":5');
    const bounds = /"(\w+)":\{(?:"anyOf":\[\{)?"type":"string","maxLength":(\d+)\}/g;
    expect(
      Object.fromEntries([...ask.matchAll(bounds)].map(([, field, bound]) => [field, Number(bound)])),
    ).toMatchObject({
      filename: 4_096,
      text: 20_000,
      projectId: 255,
      characterId: 1_024,
      uiContext: 32_000,
      clientTz: 1_024,
    });
    for (const message of ['x'.repeat(16_001), 1]) {
      expect((await app.post('/api/chat/stream', { message })).status).toBe(400);
    }
  });

  it('describes the answers that come, whole', async () => {
    await (await app.post('/api/chat/stream', { message: 'Hello' })).text();
    const answer = async <T>(path: string, wanted: z.ZodType<T>): Promise<T> => {
      const given: unknown = await (await app.fetch(path)).json();
      const parsed = wanted.parse(given);
      expect(parsed, path).toEqual(given);
      return parsed;
    };
    const [row] = await answer('/api/chat/conversations', z.array(conversation).min(1));
    const whole = await answer(`/api/chat/conversations/${row?.id}`, wholeConversation);
    expect(whole.messages).toHaveLength(2);
    await answer(`/api/conversations/${row?.id}/export.json`, transferFile);
    await answer('/api/me', me);
    await answer('/api/health', health);
    await answer('/api/health/ready', readiness);
    await answer('/api/chat/conversations/x', failure);
  });
});
