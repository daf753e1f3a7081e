import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from './client.ts';
import { type House, openHouse, type Person } from './fixture.ts';

let house: House;
let ada: Person;
let admin: Person;
beforeAll(async () => {
  house = await openHouse();
  [ada, admin] = [await house.signIn('Ada'), await house.signIn('Root')];
  await house.sql.query('update users set is_admin = true where id = $1', [admin.id]);
});
afterAll(() => house.close());

const fields = 'offline serverOffline tools { id name needsNetwork isOn isDenied isUsable }';
const ask = async (query: string, variables: Record<string, unknown> = {}, { headers }: Person = ada) =>
  (await post(house.url, headers, { query, variables })).body;
const read = async () => (await ask(`{ toolUse { ${fields} } }`)).data.toolUse;
const set = (input: object) =>
  ask(`mutation ($input: ToolUseInput!) { setToolUse(input: $input) { ${fields} } }`, { input });
const deny = (userId: string, tools: string[], by = admin) =>
  ask(
    `mutation ($userId: ID!, $tools: [String!]!) { denyTools(userId: $userId, tools: $tools) { ${fields} } }`,
    { userId, tools },
    by,
  );
const tool = (use: { tools: { id: string }[] }, id: string) => use.tools.find((one) => one.id === id);

describe('the tools of a user', () => {
  it('are all on at first, and each says whether it needs the network', async () => {
    const use = await read();
    expect(use).toMatchObject({ offline: false, serverOffline: false });
    expect(use.tools).toHaveLength(23);
    expect(tool(use, 'weather')).toEqual({
      ...{ id: 'weather', name: 'Weather', needsNetwork: true },
      ...{ isOn: true, isDenied: false, isUsable: true },
    });
    expect(tool(use, 'calculator')).toMatchObject({ needsNetwork: false, isUsable: true });
  });

  it('are turned off and on, and what is left out stays', async () => {
    const { setToolUse } = (await set({ disabled: ['jokes', 'calculator', 'jokes'] })).data;
    expect(tool(setToolUse, 'jokes')).toMatchObject({ isOn: false, isUsable: false });
    await set({ offline: true });
    const use = await read();
    expect(use.offline).toBe(true);
    expect(tool(use, 'calculator')).toMatchObject({ isOn: false });
    expect(tool(use, 'weather')).toMatchObject({ isOn: true, isUsable: false });
    expect(tool(use, 'dictionary')).toMatchObject({ isOn: true, isUsable: true });
    await set({ offline: false, disabled: [] });
    expect((await read()).tools.every(({ isUsable }: { isUsable: boolean }) => isUsable)).toBe(true);
  });

  it('that nobody has are refused, by name', async () => {
    const { errors } = await set({ disabled: ['hologram'] });
    expect(errors[0]).toMatchObject({ extensions: { code: 'VALIDATION' } });
    expect(errors[0].message).toMatch(/each is one of weather, search/);
  });
});

describe('an administrator', () => {
  it('keeps tools from a user, who cannot turn them on, and gives them back', async () => {
    expect(tool((await deny(ada.id, ['sports'])).data.denyTools, 'sports')).toMatchObject({ isDenied: true });
    await set({ disabled: [] });
    expect(tool(await read(), 'sports')).toMatchObject({ isOn: true, isDenied: true, isUsable: false });
    const seen = await ask(`query ($id: ID!) { toolUseOf(userId: $id) { ${fields} } }`, { id: ada.id }, admin);
    expect(seen.data.toolUseOf).toEqual(await read());
    await deny(ada.id, []);
    expect(tool(await read(), 'sports')).toMatchObject({ isUsable: true });
  });

  it('asks for somebody who is there', async () => {
    for (const nobody of ['5d6f8c1e-0000-4000-8000-000000000000', 'nobody']) {
      expect((await deny(nobody, [])).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    }
  });

  it('is whoever has the scope, and nobody else', async () => {
    expect((await deny(ada.id, [], ada)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});
